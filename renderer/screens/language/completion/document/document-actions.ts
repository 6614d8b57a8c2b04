/** Implemented by the session for keys, buttons and tables of the document. */
import { Facet, StateEffect, StateField } from '@codemirror/state';
import type { TokenLogprob } from '../../../../../shared/api/language-answer.ts';

export interface DocumentActions {
  /** Continues from this token in a new version. */
  continueFrom(from: number, to: number, first: TokenLogprob): void;
  stepVersion(slotId: string, by: 1 | -1): void;
  undo(): boolean;
  redo(): boolean;
  /** @returns false if nothing was running */
  stop(): boolean;
}

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

export const probabilitiesShown = StateField.define<boolean>({
  create: () => false,
  update: (isShown, tr) =>
    tr.effects.findLast((effect) => effect.is(showProbabilities))?.value ?? isShown,
});
