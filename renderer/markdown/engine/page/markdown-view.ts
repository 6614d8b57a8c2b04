/**
 * An answer on the page, while it arrives and afterwards. Fixed blocks stay; those at the end are
 * updated in place.
 */
import { windowFrames } from '../../../core/stream/frames.ts';
import { BlockReader, type ParseResult } from '../block-reader.ts';
import type { MarkElement } from '../nodes.ts';
import { createGroups } from './groups.ts';
import { close, remove, completeBlock, reshow, show, type Shown } from './elements.ts';
import classes from './Markdown.module.css';
import {
  createFootnotes,
  createHeadings,
  createWhenSeen,
  type MarkdownActions,
  type ViewDeps,
} from './view-deps.ts';

const VIEW = {
  /** Parsing that took longer than this is followed by a pause, ms. */
  slow: 4,
  /** The pause, as a multiple of the time that parsing took. */
  rest: 7,
  /** Characters of a long text that are shown first of all. */
  first: 512,
  /** Characters that are parsed at once. */
  slice: 2_048,
  /** Longest parsing in a task, ms. */
  budget: 12,
  /** A long text is shown when nothing more has come for so long, ms. */
  more: 30,
  /** A long text is shown after so long at the latest, ms. */
  detached: 100,
  /** Blocks at the end of a long text that are about to be seen, as the page stays at its end. */
  atEnd: 8,
} as const;

export type MarkdownView = ReturnType<typeof createMarkdownView>;

/** @param root an empty element for the view alone */
export function createMarkdownView(root: HTMLElement, actions: MarkdownActions) {
  const whenSeen = createWhenSeen();
  const deps: ViewDeps = {
    actions,
    whenSeen,
    footnotes: createFootnotes(),
    headings: createHeadings(),
  };
  const reader = new BlockReader();
  const pieces: string[] = [];
  const groups = createGroups(root, isOpen);
  /** All shown blocks, fixed or not. */
  const blocks: Shown[] = [];
  let fixedCount = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restUntil = 0;
  /** When a long text began that is parsed but not shown yet. */
  let muchSince: number | undefined;
  let cancelFrame: (() => void) | undefined;
  /** Text that is not parsed yet. */
  let waiting = '';
  let isEnding = false;
  root.classList.add(classes['markdown'] ?? '');
  root.dataset['waiting'] = '';
  const listeners = listen(root, actions);

  /** Parses a short text in the frame in which it came. */
  function read(): void {
    timer = undefined;
    if (waiting.length >= VIEW.slice) {
      if (blocks.length > 0) beginMuch();
      else {
        // the beginning is shown first, however long the text
        readSome(VIEW.first);
        cancelFrame = windowFrames.request(beginMuch);
      }
      return;
    }
    const begin = performance.now();
    groups.measure();
    readSome(waiting.length);
    const cost = performance.now() - begin;
    // a short text that takes long is complicated
    restUntil = cost < VIEW.slow ? 0 : begin + cost * (VIEW.rest + 1);
  }

  function readSome(characters: number): void {
    reader.append(waiting.slice(0, characters));
    waiting = waiting.slice(characters);
    apply(reader.read());
  }

  /** Parses a long text in a task of its own, as the current one has done enough work. */
  function beginMuch(): void {
    cancelFrame = undefined;
    muchSince = performance.now();
    timer = setTimeout(readMuch);
  }

  /** Parses in parts, and shows the result when everything received is parsed. */
  function readMuch(): void {
    const begin = performance.now();
    groups.measure();
    groups.detach();
    while (waiting !== '' && performance.now() - begin < VIEW.budget) readSome(VIEW.slice);
    const isLate = performance.now() - (muchSince ?? begin) >= VIEW.detached;
    if (waiting === '' && isEnding) finish();
    else if (isLate) showMuch();
    else if (waiting !== '') timer = setTimeout(readMuch);
    else timer = setTimeout(showMuch, VIEW.more);
  }

  function showMuch(): void {
    timer = undefined;
    muchSince = undefined;
    restUntil = 0;
    attach();
    if (waiting !== '') cancelFrame = windowFrames.request(beginMuch);
  }

  /** Colours of code at the end come a frame earlier if ordered before the code is inserted. */
  function attach(): void {
    for (const { page } of blocks.slice(-VIEW.atEnd)) whenSeen.hurry(page);
    groups.attach();
  }

  function finish(): void {
    cancel();
    delete root.dataset['waiting'];
    reader.append(waiting);
    waiting = '';
    apply(reader.end());
    attach();
    if (groups.hasUnmeasured()) cancelFrame = windowFrames.request(measure);
  }

  function measure(): void {
    cancelFrame = undefined;
    groups.measure();
  }

  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
    muchSince = undefined;
    cancelFrame?.();
    cancelFrame = undefined;
  }

  function apply({ fixed, open, changed }: ParseResult): void {
    for (const index of changed) {
      if (index < fixedCount) put(index, fixed[index]);
    }
    for (let index = fixedCount; index < fixed.length; index++) {
      put(index, fixed[index]);
      const shown = blocks[index];
      if (shown !== undefined) completeBlock(shown);
    }
    fixedCount = fixed.length;
    for (const [index, node] of open.entries()) {
      put(fixedCount + index, node);
      const shown = blocks[fixedCount + index];
      if (node.is === 'table' && shown?.page instanceof HTMLElement)
        shown.page.dataset['open'] = '';
    }
    for (const gone of blocks.splice(fixedCount + open.length)) {
      groups.removed(gone.page);
      remove(gone);
    }
  }

  function put(index: number, node: MarkElement | undefined): void {
    if (node === undefined) return;
    const known = blocks[index];
    if (known !== undefined) {
      blocks[index] = reshow(known, node, deps);
      return;
    }
    const shown = show(node, deps);
    blocks.push(shown);
    groups.next().append(shown.page);
  }

  /** Whether a block of the group may still change. */
  function isOpen(group: HTMLElement): boolean {
    return blocks.slice(fixedCount).some(({ page }) => page.parentNode === group);
  }

  return {
    append(text: string): void {
      if (text === '') return;
      pieces.push(text);
      waiting += text;
      if (muchSince !== undefined) {
        clearTimeout(timer);
        timer = setTimeout(readMuch);
        return;
      }
      if (timer !== undefined || cancelFrame !== undefined) return;
      const rest = restUntil - performance.now();
      if (rest <= 0 || waiting.length >= VIEW.slice) read();
      else timer = setTimeout(read, rest);
    },
    /** The text is complete. `soon` shows a long rest over the next frames. */
    end(when: 'now' | 'soon' = 'now'): void {
      isEnding = true;
      if (when === 'now' || waiting.length < VIEW.slice) finish();
    },
    text: (): string => pieces.join(''),
    close(): void {
      cancel();
      listeners.abort();
      whenSeen.close();
      groups.close();
      for (const shown of blocks) close(shown);
      root.replaceChildren();
    },
  };
}

/** Clicks and keys on links and buttons anywhere in the text. */
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
