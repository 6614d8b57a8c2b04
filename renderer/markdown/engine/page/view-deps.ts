/** What a Markdown view shares with its elements: actions, heading levels, footnotes, deferred work. */
import type { MarkElement } from '../nodes.ts';

export interface MarkdownActions {
  /** A link was clicked. Nothing is opened before the user has seen where it leads. */
  onLink(address: string, text: string): void;
  copyCode(text: string): void;
}

/** An element that updates itself. */
export interface Widget {
  readonly element: HTMLElement;
  /** @returns false if it has to be created again */
  update(node: MarkElement): boolean;
  close(): void;
}

/** What a view shares with its elements. */
export interface ViewDeps {
  readonly actions: MarkdownActions;
  readonly whenSeen: WhenSeen;
  readonly footnotes: Footnotes;
  readonly headings: Headings;
}

/**
 * Heading levels for assistive technology: an answer may start with any level, but none is skipped.
 */
type Headings = ReturnType<typeof createHeadings>;

export function createHeadings() {
  let last = -1;
  return {
    /** @param depth of the heading as written, from 0; @returns its level, from 0 */
    levelFor(depth: number): number {
      last = Math.min(depth, last + 1);
      return last;
    },
  };
}

type WhenSeen = ReturnType<typeof createWhenSeen>;

/** Distance from the visible area at which work starts. */
const AHEAD = '600px';

export function createWhenSeen() {
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
    add(element: Element, seen: () => void): void {
      waiting.set(element, seen);
      observer.observe(element);
    },
    /** Calls back at once for elements in this part, which is about to be seen. */
    hurry(part: Node): void {
      for (const element of waiting.keys()) if (part.contains(element)) call(element);
    },
    remove(element: Element): void {
      waiting.delete(element);
      observer.unobserve(element);
    },
    close(): void {
      waiting.clear();
      observer.disconnect();
    },
  };
}

/** Footnotes and their references; a reference is text until its note has arrived. */
type Footnotes = ReturnType<typeof createFootnotes>;

export function createFootnotes() {
  /** References that wait for their notes. */
  const places = new Map<string, readonly HTMLElement[]>();
  /** Notes of a label, in the order in which they were made; some are gone by now. */
  const notes = new Map<string, readonly HTMLElement[]>();

  function connect(label: string): void {
    if (!notes.has(label)) return;
    for (const place of places.get(label) ?? []) {
      place.textContent = label;
      place.setAttribute('role', 'link');
      place.setAttribute('aria-label', `Footnote ${label}`);
      place.tabIndex = 0;
      place.addEventListener('click', () => {
        const note = notes.get(label)?.find(({ isConnected }) => isConnected);
        note?.scrollIntoView({ block: 'center' });
      });
    }
    places.delete(label);
  }

  return {
    addPlace(label: string, place: HTMLElement): void {
      places.set(label, [...(places.get(label) ?? []), place]);
      connect(label);
    },
    addNote(label: string, note: HTMLElement): void {
      notes.set(label, [...(notes.get(label) ?? []), note]);
      connect(label);
    },
  };
}
