/** The acts of a document that its keys, buttons and tables ask for; the session carries them out. */
import { Facet, StateEffect, StateField } from '@codemirror/state';
import type { TokenLogprob } from '../../../../../shared/api/language-answer.ts';

export interface DocumentActions {
  /** Writes on from this token in place of the range, in a version of its own. */
  continueFrom(from: number, to: number, first: TokenLogprob): void;
  /** Shows the next or previous version of a slot. */
  stepVersion(slotId: string, by: 1 | -1): void;
  undo(): boolean;
  redo(): boolean;
  /** @returns false when nothing was running */
  stop(): boolean;
}

/** Does nothing. */
export const NO_ACTIONS: DocumentActions = {
  continueFrom: () => undefined,
  stepVersion: () => undefined,
  undo: () => false,
  redo: () => false,
  stop: () => false,
};

export const documentActions = Facet.define<DocumentActions, DocumentActions>({
  combine: ([first]) => first ?? NO_ACTIONS,
});

export const showProbabilities = StateEffect.define<boolean>();

/** Whether tokens are coloured by their probability. */
export const probabilitiesShown = StateField.define<boolean>({
  create: () => false,
  update(isShown, tr) {
    const last = tr.effects.findLast((effect) => effect.is(showProbabilities));
    return last === undefined ? isShown : last.value;
  },
});
