import type { EditorState } from '@codemirror/state';
import { marksField } from '../document/marks-field.ts';
import { slotAt, type Slot, type Span } from '../document/marks.ts';
import type { OpenDocument } from '../document/open-document.ts';
import { findSlot } from '../document/slots.ts';
import type { AnswerPosition, RunningAnswer } from './document-settings.ts';

/** The place of an answer that has not begun. */
export type Target = Omit<RunningAnswer, 'runId' | 'count' | 'stop' | 'applied'>;

export interface Order {
  readonly prompt: string;
  readonly target: Target;
}

/** Returns the range that Run replaces: a selection, or an empty range. */
export function rangeOfRun({ doc, selection }: EditorState, place: AnswerPosition): Span {
  const { from, to, empty } = selection.main;
  if (place === 'cursor' || !empty) return { from, to };
  return { from: doc.length, to: doc.length };
}

export function currentSlot(state: EditorState): Slot | undefined {
  const marks = state.field(marksField);
  const slots = marks.slots.filter((slot) =>
    slot.versions.some(({ origin }) => origin !== undefined),
  );
  const atCursor = slotAt({ ...marks, slots }, state.selection.main.head);
  return atCursor ?? slots.toSorted((a, b) => a.to - b.to).at(-1);
}

/** Uses the text before the answer as it is now. */
export function versionOrder(state: EditorState, { id, from, to }: Slot): Order {
  return {
    prompt: state.doc.sliceString(0, from),
    target: { slotId: id, is: 'version', from, to },
  };
}

/**
 * Repeats in place if nothing came and the text before is unchanged, as another version if
 * something came, else as Run.
 */
export function retriedOrder(state: EditorState, order: Order, place: AnswerPosition): Order {
  const { prompt, target } = order;
  const wrote = findSlot(state, target.slotId);
  if (wrote !== undefined && target.first === undefined) return versionOrder(state, wrote);
  const before = prompt.slice(0, prompt.length - (target.first?.token.length ?? 0));
  if (wrote === undefined && state.doc.sliceString(0, target.from) === before) {
    return { prompt, target: { ...target, to: Math.min(target.to, state.doc.length) } };
  }
  const range = rangeOfRun(state, place);
  return {
    prompt: state.doc.sliceString(0, range.from),
    target: { ...range, slotId: crypto.randomUUID(), is: 'slot' },
  };
}

/** Tracks a range while text is typed. */
export function followRange(document: Pick<OpenDocument, 'subscribe'>, { from, to }: Span) {
  let range: Span = { from, to };
  const stop = document.subscribe((transactions) => {
    for (const { changes } of transactions) {
      const start = changes.mapPos(range.from, -1);
      range = { from: start, to: Math.max(start, changes.mapPos(range.to, 1)) };
    }
  });
  return {
    get range() {
      return range;
    },
    stop,
  };
}

/** @returns the index of an answer among the versions; -1 if it is not there */
export function versionOf({ versions }: Slot, runId: string | undefined, choice: number): number {
  return versions.findIndex(({ origin }) => origin?.runId === runId && origin?.choice === choice);
}

export const NOTHING_WRITTEN = 'Write a beginning first.';

/** Returns the obstacle if the document has no text before the cursor. */
export function nothingBefore({ doc }: EditorState): string {
  return doc.length === 0
    ? NOTHING_WRITTEN
    : 'The model continues the text before the cursor, and there is none. Move the cursor.';
}
