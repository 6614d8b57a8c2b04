import type { EditorState } from '@codemirror/state';
import type { LanguageRun } from '../../../../../shared/contract/language.ts';
import { tokensWithoutThoughts } from '../../../../../shared/language/estimate.ts';
import { marksField } from '../document/marks-field.ts';
import { findSlot } from '../document/slots.ts';
import type { Order } from './places.ts';

export interface CountedText {
  readonly model: string;
  readonly text: string;
  readonly tokens: number;
}

/** Returns prompt and answer with the service's token count if neither was edited. */
export function countedText(
  state: EditorState,
  order: Order | undefined,
  run: LanguageRun,
): CountedText | undefined {
  if (order === undefined) return undefined;
  const slot = findSlot(state, order.target.slotId);
  const { usage, model, request } = run;
  const isOneOfMany =
    run.finishReasons.length > 1 || (request.kind === 'completion' && request.bestOf !== undefined);
  if (slot === undefined || usage === undefined || isOneOfMany) return undefined;
  // an edit cuts the tint
  const isWhole = state
    .field(marksField)
    .tints.some(({ from, to }) => from <= slot.from && to >= slot.to);
  const text = state.doc.sliceString(0, slot.to);
  if (!isWhole || !text.startsWith(order.prompt)) return undefined;
  return { model, text, tokens: tokensWithoutThoughts(usage) };
}
