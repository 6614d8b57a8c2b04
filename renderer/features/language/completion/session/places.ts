/** Places of a document that an order goes to. */
import type { EditorState } from '@codemirror/state';
import { marksField } from '../document/marks-field.ts';
import { slotAt, type Slot, type Span } from '../document/marks.ts';
import type { Place } from './document-settings.ts';

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
