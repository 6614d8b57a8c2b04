/**
 * Groups the blocks of an answer, because complete groups out of sight are not laid out. A text
 * that arrives at once is inserted together, and its hidden groups are laid out one by one while
 * idle.
 */
import classes from './Markdown.module.css';

const GROUPS = {
  /** Blocks in a group. */
  blocks: 24,
  /** The estimated height of a group before its layout, CSS pixels. */
  height: { character: 0.34, block: 50 },
  /** After so long, a group is laid out even if the window is busy, ms. */
  latest: 500,
} as const;

interface Group {
  readonly element: HTMLElement;
  blocks: number;
}

/**
 * @param root contains only the groups
 * @param isOpen whether a block of this group may still change
 */
export function createGroups(root: HTMLElement, isOpen: (group: HTMLElement) => boolean) {
  let last: Group | undefined;
  /** Complete groups that are laid out, without a stored height. */
  let unmeasured: readonly HTMLElement[] = [];
  /** Groups that are not inserted yet. */
  let detached: HTMLElement[] | undefined;
  /** Inserted groups that were never laid out. */
  const estimated: HTMLElement[] = [];
  let idle: number | undefined;

  function begin(): Group {
    const element = document.createElement('div');
    element.className = classes['group'] ?? '';
    if (detached === undefined) root.append(element);
    else detached.push(element);
    if (last !== undefined) unmeasured = [...unmeasured, last.element];
    return { element, blocks: 0 };
  }

  /** Removes and returns the complete groups that meet a condition. */
  function take(condition: (group: HTMLElement) => boolean): readonly HTMLElement[] {
    const taken = unmeasured.filter((element) => !isOpen(element) && condition(element));
    if (taken.length > 0) unmeasured = unmeasured.filter((element) => !taken.includes(element));
    return taken;
  }

  function layOutNext(): void {
    idle = undefined;
    const element = estimated.shift();
    if (element !== undefined) layOut(element);
    layOutSoon();
  }

  function layOutSoon(): void {
    if (idle !== undefined || estimated.length === 0) return;
    idle = requestIdleCallback(layOutNext, { timeout: GROUPS.latest });
  }

  return {
    /** The group for the next block at the end. */
    next(): HTMLElement {
      if (last === undefined || last.blocks >= GROUPS.blocks) last = begin();
      last.blocks += 1;
      return last.element;
    },
    /** A block of the last group was removed. */
    removed(block: Node): void {
      if (last !== undefined && block.parentNode === last.element) last.blocks -= 1;
    },
    /** New groups are not inserted before `attach`. */
    detach(): void {
      if (detached !== undefined) return;
      detached = [];
      if (last !== undefined) last.blocks = GROUPS.blocks;
    },
    attach(): void {
      const coming = detached ?? [];
      detached = undefined;
      for (const element of take((each) => coming.includes(each))) {
        setHeight(element, estimateHeight(element));
        estimated.push(element);
      }
      root.append(...coming);
      layOutSoon();
    },
    /**
     * Stores the heights of complete groups, which are known if nothing has changed in this frame.
     */
    measure(): void {
      if (unmeasured.length === 0) return;
      const ready = take(({ isConnected }) => isConnected);
      const heights = ready.map(({ offsetHeight }) => offsetHeight);
      for (const [index, element] of ready.entries()) setHeight(element, heights[index] ?? 0);
    },
    /** Whether complete groups have no stored height yet. */
    hasUnmeasured: (): boolean => unmeasured.length > 0,
    close(): void {
      if (idle !== undefined) cancelIdleCallback(idle);
    },
  };
}

/** Lays out a group with an estimated height; what is visible does not move. */
function layOut(element: HTMLElement): void {
  const before = element.offsetHeight;
  element.style.contentVisibility = 'visible';
  const height = element.offsetHeight;
  setHeight(element, height || before); // 0: nothing of the page is visible
  const scroller = scrollerOf(element);
  if (scroller === undefined || height === 0 || height === before) return;
  const top = scroller.getBoundingClientRect().top;
  const isAbove = element.getBoundingClientRect().top < top;
  // the list of messages corrects the position for answers above the visible area
  const isAnswerInSight = (element.parentElement?.getBoundingClientRect().bottom ?? 0) > top;
  if (isAbove && isAnswerInSight) scroller.scrollTop += height - before;
}

function scrollerOf(element: HTMLElement): HTMLElement | undefined {
  for (let each = element.parentElement; each !== null; each = each.parentElement) {
    if (each.scrollHeight > each.clientHeight && getComputedStyle(each).overflowY === 'auto')
      return each;
  }
  return undefined;
}

function setHeight(element: HTMLElement, height: number): void {
  if (height === 0) return;
  element.style.containIntrinsicBlockSize = `auto ${height}px`;
  element.style.contentVisibility = 'auto';
}

function estimateHeight({ textContent, childElementCount }: HTMLElement): number {
  const { character, block } = GROUPS.height;
  return Math.round(textContent.length * character + childElementCount * block);
}
