/** The parts that elements of Markdown are made with. */
import type { MarkElement } from '../nodes.ts';

/** Actions on the parts of an answer. */
export interface MarkdownActions {
  /** A link was clicked. Nothing is opened before the user has seen where it leads. */
  onLink(address: string, text: string): void;
  /** Copies the text of a code block. */
  copyCode(text: string): void;
}

/** An element that changes in a way of its own. */
export interface Widget {
  readonly element: HTMLElement;
  /** @returns false when it has to be made anew */
  update(node: MarkElement): boolean;
  close(): void;
}

/** Everything that one view shares with its elements. */
export interface ViewParts {
  readonly actions: MarkdownActions;
  readonly whenSeen: WhenSeen;
  readonly footnotes: Footnotes;
  readonly headings: Headings;
}

/** Levels of headings for assistive programs: an answer may begin with any, but none is skipped. */
export interface Headings {
  /** @param depth of the heading as it is written, from 0; @returns its level, from 0 */
  levelFor(depth: number): number;
}

export function createHeadings(): Headings {
  let last = -1;
  return {
    levelFor(depth) {
      last = Math.min(depth, last + 1);
      return last;
    },
  };
}

/** Calls back once, when an element comes near the visible part of the page. */
export interface WhenSeen {
  add(element: Element, seen: () => void): void;
  /** Calls back at once for the elements in this part of the page: it is about to be seen. */
  hurry(part: Node): void;
  remove(element: Element): void;
  close(): void;
}

/** So far ahead of the visible part work begins. */
const AHEAD = '600px';

export function createWhenSeen(): WhenSeen {
  const waiting = new Map<Element, () => void>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) call(target);
    },
    { rootMargin: AHEAD },
  );

  function call(element: Element): void {
    const seen = waiting.get(element);
    waiting.delete(element);
    observer.unobserve(element);
    seen?.();
  }

  return {
    add(element, seen) {
      waiting.set(element, seen);
      observer.observe(element);
    },
    hurry(part) {
      for (const element of waiting.keys()) if (part.contains(element)) call(element);
    },
    remove(element) {
      waiting.delete(element);
      observer.unobserve(element);
    },
    close() {
      waiting.clear();
      observer.disconnect();
    },
  };
}

/** Footnotes and the places that name them; a place is text until its note has come. */
export interface Footnotes {
  addPlace(label: string, place: HTMLElement): void;
  addNote(label: string, note: HTMLElement): void;
}

export function createFootnotes(): Footnotes {
  const places = new Map<string, HTMLElement[]>();
  const notes = new Map<string, HTMLElement>();

  function connect(label: string): void {
    const note = notes.get(label);
    if (note === undefined) return;
    for (const place of places.get(label) ?? []) {
      if (place.hasAttribute('role')) continue;
      place.textContent = label;
      place.setAttribute('role', 'link');
      place.setAttribute('aria-label', `Footnote ${label}`);
      place.tabIndex = 0;
      place.addEventListener('click', () => {
        (notes.get(label) ?? note).scrollIntoView({ block: 'center' });
      });
    }
  }

  return {
    addPlace(label, place) {
      const kept = (places.get(label) ?? []).filter((each) => each.isConnected);
      places.set(label, [...kept, place]);
      connect(label);
    },
    addNote(label, note) {
      if (notes.get(label)?.isConnected === true) return;
      notes.set(label, note);
      connect(label);
    },
  };
}
