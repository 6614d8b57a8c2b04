/** Places of a document that an order goes to. */
import type { EditorState } from '@codemirror/state';
import { marksField } from '../document/marks-field.ts';
import { slotAt, type Slot, type Span } from '../document/marks.ts';
import { findSlot } from '../document/slots.ts';
import type { Place, RunningAnswer } from './document-settings.ts';

/** The place of an answer, before there is one. */
export type Target = Omit<RunningAnswer, 'runId' | 'count' | 'stop' | 'applied'>;

/** A prompt with the place of its answer. */
export interface Order {
  readonly prompt: string;
  readonly target: Target;
}

/** The text that Run takes the place of: a selection, or none at the cursor or the end. */
export function rangeOfRun({ doc, selection }: EditorState, place: Place): Span {
  const { from, to, empty } = selection.main;
  if (place === 'cursor' || !empty) return { from, to };
  return { from: doc.length, to: doc.length };
}

/** The answer around the cursor, or the last one of the document. */
export function currentSlot(state: EditorState): Slot | undefined {
  const marks = state.field(marksField);
  const slots = marks.slots.filter((slot) =>
    slot.versions.some(({ origin }) => origin !== undefined),
  );
  const atCursor = slotAt({ ...marks, slots }, state.selection.main.head);
  return atCursor ?? slots.toSorted((a, b) => a.to - b.to).at(-1);
}

/** Another version of an answer, of the text before it as it is now. */
export function versionOrder(state: EditorState, { id, from, to }: Slot): Order {
  return {
    prompt: state.doc.sliceString(0, from),
    target: { slotId: id, is: 'version', from, to },
  };
}

/**
 * An order once more: in its place where nothing came and the text before is the same, as another version
 * where something came, else as Run.
 */
export function retriedOrder(state: EditorState, order: Order, place: Place): Order {
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

export const NOTHING_WRITTEN = 'Write a beginning first.';

/** Why nothing can be sent from the beginning of the document. */
export function nothingBefore({ doc }: EditorState): string {
  return doc.length === 0
    ? NOTHING_WRITTEN
    : 'The model continues the text before the cursor, and there is none. Move the cursor.';
}
