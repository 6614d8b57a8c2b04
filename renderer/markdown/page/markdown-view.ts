/**
 * An answer on the page while it is written and afterwards. Settled blocks stay as they are; those at
 * the end are changed in place. Groups of settled blocks out of sight are not laid out.
 */
import { windowFrames } from '../../answers/frames.ts';
import { BlockReader, type Reading } from '../block-reader.ts';
import type { MarkElement } from '../nodes.ts';
import { close, remove, reshow, settle, show, type Shown } from './elements.ts';
import classes from './Markdown.module.css';
import {
  createFootnotes,
  createHeadings,
  createWhenSeen,
  type MarkdownActions,
  type ViewParts,
} from './parts.ts';

/** Numbers of this module. */
const VIEW = {
  /** Blocks in one group. */
  group: 24,
  /** A reading that took longer than this, ms, … */
  slow: 4,
  /** … is followed by a rest of so many times its length. */
  rest: 7,
  /** Characters that are read at once; with more of them waiting, … */
  slice: 2_048,
  /** … a frame reads for so long, ms. */
  budget: 8,
} as const;

/** See the file comment. */
export interface MarkdownView {
  /** Adds text at the end. */
  append(text: string): void;
  /** The text is complete. `soon`: a long rest of it is shown over the next frames. */
  end(when?: 'now' | 'soon'): void;
  /** The text that was given so far. */
  text(): string;
  close(): void;
}

interface Group {
  readonly element: HTMLElement;
  blocks: number;
}

/** @param root an empty element of the page, which the view has for itself */
export function createMarkdownView(root: HTMLElement, actions: MarkdownActions): MarkdownView {
  const whenSeen = createWhenSeen();
  const parts: ViewParts = {
    actions,
    whenSeen,
    footnotes: createFootnotes(),
    headings: createHeadings(),
  };
  const reader = new BlockReader();
  const pieces: string[] = [];
  const groups: Group[] = [];
  /** Everything that is shown, settled or not. */
  const blocks: Shown[] = [];
  let settled = 0;
  let unmeasured: Group[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restUntil = 0;
  let cancelFrame: (() => void) | undefined;
  /** Text that is not read yet. */
  let waiting = '';
  let isEnding = false;
  root.classList.add(classes['markdown'] ?? '');
  const listeners = listen(root, actions);

  /** Reads for a part of a frame. */
  function read(): void {
    timer = undefined;
    cancelFrame = undefined;
    const begin = performance.now();
    leaveGroups();
    const { length } = waiting;
    do {
      reader.append(waiting.slice(0, VIEW.slice));
      waiting = waiting.slice(VIEW.slice);
      apply(reader.read());
    } while (waiting !== '' && performance.now() - begin < VIEW.budget);
    const cost = performance.now() - begin;
    // a long text costs as much as it is long; a short one that does is hard to read
    const isHard = length < VIEW.slice && cost >= VIEW.slow;
    restUntil = isHard ? begin + cost * (VIEW.rest + 1) : 0;
    if (waiting !== '') cancelFrame = windowFrames.request(read);
    else if (isEnding) finish();
  }

  function finish(): void {
    cancel();
    reader.append(waiting);
    waiting = '';
    apply(reader.end());
    if (unmeasured.length > 0) cancelFrame = windowFrames.request(leaveGroups);
  }

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
    cancelFrame?.();
    cancelFrame = undefined;
  }

  function apply({ settled: fixed, open, changed }: Reading): void {
    for (const index of changed) {
      if (index < settled) put(index, fixed[index]);
    }
    for (let index = settled; index < fixed.length; index++) {
      put(index, fixed[index]);
      const shown = blocks[index];
      if (shown !== undefined) settle(shown);
    }
    settled = fixed.length;
    for (const [index, node] of open.entries()) {
      put(settled + index, node);
      const shown = blocks[settled + index];
      if (node.is === 'table' && shown?.page instanceof HTMLElement)
        shown.page.dataset['open'] = '';
    }
    for (const gone of blocks.splice(settled + open.length)) {
      const group = groups.at(-1);
      if (group !== undefined && gone.page.parentNode === group.element) group.blocks -= 1;
      remove(gone);
    }
  }

  function put(index: number, node: MarkElement | undefined): void {
    if (node === undefined) return;
    const known = blocks[index];
    if (known !== undefined) {
      blocks[index] = reshow(known, node, parts);
      return;
    }
    const shown = show(node, parts);
    blocks.push(shown);
    groupFor().append(shown.page);
  }

  function groupFor(): HTMLElement {
    const last = groups.at(-1);
    if (last !== undefined && last.blocks < VIEW.group) {
      last.blocks += 1;
      return last.element;
    }
    const element = root.appendChild(document.createElement('div'));
    element.className = classes['group'] ?? '';
    groups.push({ element, blocks: 1 });
    if (last !== undefined) unmeasured.push(last);
    return element;
  }

  /** Groups that are complete get their height, which is known now: nothing has changed in this frame. */
  function leaveGroups(): void {
    if (unmeasured.length === 0) return;
    const ready = unmeasured.filter(({ element }) => !isOpen(element));
    unmeasured = unmeasured.filter((group) => !ready.includes(group));
    const heights = ready.map(({ element }) => element.offsetHeight);
    for (const [index, { element }] of ready.entries()) {
      const height = heights[index] ?? 0;
      if (height === 0) continue;
      element.style.containIntrinsicBlockSize = `auto ${height}px`;
      element.style.contentVisibility = 'auto';
    }
  }

  /** True while a block of the group may still change. */
  function isOpen(group: HTMLElement): boolean {
    return blocks.slice(settled).some(({ page }) => page.parentNode === group);
  }

  return {
    append(text) {
      if (text === '') return;
      pieces.push(text);
      waiting += text;
      if (timer !== undefined || cancelFrame !== undefined) return;
      const rest = restUntil - performance.now();
      if (rest <= 0) read();
      else timer = setTimeout(read, rest);
    },
    end(when = 'now') {
      isEnding = true;
      if (when === 'now' || waiting.length < VIEW.slice) finish();
    },
    text: () => pieces.join(''),
    close() {
      cancel();
      listeners.abort();
      whenSeen.close();
      for (const shown of blocks) close(shown);
      root.replaceChildren();
    },
  };
}

/** Clicks and keys on links and buttons, wherever they stand in the text. */
function listen(root: HTMLElement, actions: MarkdownActions): AbortController {
  const controller = new AbortController();
  const { signal } = controller;
  root.addEventListener('click', act, { signal });
  root.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !(event.target instanceof HTMLElement)) return;
      if (event.target.getAttribute('role') === 'link') event.target.click();
    },
    { signal },
  );
  return controller;

  function act({ target }: Event): void {
    const part = target instanceof Element ? target.closest('[data-act]') : null;
    if (!(part instanceof HTMLElement)) return;
    if (part.dataset['act'] === 'link') {
      actions.onLink(part.dataset['address'] ?? '', part.textContent);
    } else if (part.dataset['act'] === 'copy-code') {
      actions.copyCode(part.closest('figure')?.querySelector('code')?.textContent ?? '');
    }
  }
}
