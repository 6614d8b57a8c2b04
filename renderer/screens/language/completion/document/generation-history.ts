/**
 * Undo of a generation as one step. Its pieces join the event of the first one, however long the model
 * pauses; clicks in between are not recorded. When the user edits meanwhile, the pieces that follow are
 * kept out of the history, and at its end the whole generation becomes one event (`sealGeneration`).
 */
import { history, isolateHistory } from '@codemirror/commands';
import {
  Annotation,
  EditorState,
  StateEffect,
  StateField,
  Transaction,
  type Extension,
  type StateCommand,
  type TransactionSpec,
} from '@codemirror/state';
import { addMarks, marksField } from './marks-field.ts';
import { marksWithin, moveMarks, type Slot } from './marks.ts';

/** Typing joins the step before when it follows within this time, ms; as CodeMirror does by itself. */
const TYPING_PAUSE = 500;

/** The slot that a transaction of a generation writes to. */
export const generationOf = Annotation.define<string>();

/** A generation begins in this slot, or none is running. */
export const setGenerating = StateEffect.define<string | undefined>();

/** The running generation, and the last step that the history has. */
interface Steps {
  readonly generating: string | undefined;
  /** The user has edited since the generation began: its pieces are kept out of the history. */
  readonly isDetached: boolean;
  readonly last: { readonly time: number; readonly generation: string | undefined } | undefined;
}

export const stepsField = StateField.define<Steps>({
  create: () => ({ generating: undefined, isDetached: false, last: undefined }),
  update(before, tr) {
    let steps = before;
    for (const effect of tr.effects) {
      if (effect.is(setGenerating)) {
        steps = { generating: effect.value, isDetached: false, last: undefined };
      }
    }
    if (!tr.docChanged || tr.annotation(Transaction.addToHistory) === false) return steps;
    const generation = tr.annotation(generationOf);
    const isOther = steps.generating !== undefined && generation !== steps.generating;
    return {
      ...steps,
      isDetached: steps.isDetached || isOther,
      last: { time: tr.annotation(Transaction.time) ?? 0, generation },
    };
  },
});

function joins(tr: Transaction, isAdjacent: boolean): boolean {
  const last = tr.startState.field(stepsField).last;
  if (last === undefined) return false;
  const generation = tr.annotation(generationOf);
  if (generation !== undefined || last.generation !== undefined) {
    return generation === last.generation;
  }
  const time = tr.annotation(Transaction.time) ?? 0;
  return isAdjacent && time - last.time < TYPING_PAUSE;
}

/** Clicks during a generation: the history would close the step at each. */
const unrecordedSelections = EditorState.transactionExtender.of((tr) =>
  tr.selection !== undefined &&
  !tr.docChanged &&
  tr.startState.field(stepsField).generating !== undefined
    ? { annotations: Transaction.addToHistory.of(false) }
    : null,
);

export const generationHistory: Extension = [
  stepsField,
  history({ joinToEvent: joins, newGroupDelay: Number.POSITIVE_INFINITY, minDepth: 500 }),
  unrecordedSelections,
];

/** A change of a generation, with the annotations that keep it one step. */
export function generationStep(
  state: EditorState,
  slotId: string,
  spec: TransactionSpec,
): TransactionSpec {
  const { isDetached, last } = state.field(stepsField);
  const isFirst = last?.generation !== slotId;
  // the history joins nothing to a step without a change: it begins with the first text
  const isUnrecorded = isDetached || (isFirst && state.changes(spec.changes).empty);
  return {
    ...spec,
    annotations: [
      generationOf.of(slotId),
      ...(isUnrecorded ? [Transaction.addToHistory.of(false)] : []),
      ...(isFirst && !isUnrecorded ? [isolateHistory.of('before')] : []),
    ],
  };
}

/**
 * Ends a generation. When the user has edited meanwhile, its text leaves and comes back as one step; both
 * transactions belong into one update of the view.
 */
export function sealGeneration(state: EditorState, slotId: string): readonly Transaction[] {
  const { isDetached } = state.field(stepsField);
  const marks = state.field(marksField);
  const slot = marks.slots.find(({ id }) => id === slotId);
  if (!isDetached || slot === undefined || slot.from === slot.to) {
    return [
      state.update({
        effects: setGenerating.of(undefined),
        annotations: isolateHistory.of('full'),
      }),
    ];
  }
  const { from, to } = slot;
  const insert = state.doc.slice(from, to);
  const inside = moveMarks(marksWithin(marks, slot), from);
  const around = marks.slots.filter((each) => isAround(each, slot));
  const leave = state.update({
    changes: { from, to },
    annotations: Transaction.addToHistory.of(false),
    filter: false,
  });
  const comeBack = leave.state.update({
    changes: { from, insert },
    effects: [
      setGenerating.of(undefined),
      addMarks.of({ ...inside, slots: [...inside.slots, ...around] }),
    ],
    selection: state.selection,
    annotations: [generationOf.of(slotId), isolateHistory.of('full')],
    filter: false,
  });
  return [leave, comeBack];
}

function isAround(outer: Slot, inner: Slot): boolean {
  return outer.id !== inner.id && outer.from <= inner.from && outer.to >= inner.to;
}

/**
 * Undo or redo of a step that changes the text. Edits inside of a generation that was taken back as a whole
 * are steps without a change: a key that does nothing would look broken.
 *
 * @returns false when there is none
 */
export function stepHistory(
  document: {
    readonly state: () => EditorState;
    readonly applyAll: (transactions: readonly Transaction[]) => void;
  },
  by: StateCommand,
): boolean {
  for (;;) {
    const state = document.state();
    const isDone = by({ state, dispatch: (tr) => document.applyAll([tr]) });
    if (!isDone || document.state().doc !== state.doc) return isDone;
  }
}
