/**
 * Makes a generation one undo step, even across pauses and clicks. If the user edits meanwhile,
 * later pieces bypass the history until `sealGeneration`.
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

/** Typing within this time joins one undo step, ms. CodeMirror's default. */
const TYPING_PAUSE = 500;

/** The slot that a transaction of a generation writes to. */
export const generationOf = Annotation.define<string>();

/** `undefined`: none is running. */
export const setGenerating = StateEffect.define<string | undefined>();

interface Steps {
  readonly generating: string | undefined;
  /** The user has edited since the generation began, so its pieces bypass the history. */
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
  return isAdjacent && (tr.annotation(Transaction.time) ?? 0) - last.time < TYPING_PAUSE;
}

/** The history would end the step at each click during a generation. */
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

/** Annotates a change so that it joins the generation's undo step. */
export function generationStep(
  state: EditorState,
  slotId: string,
  spec: TransactionSpec,
): TransactionSpec {
  const { isDetached, last } = state.field(stepsField);
  const isFirst = last?.generation !== slotId;
  // nothing can join a step without changes, so it begins with the first text
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
 * Ends a generation. If the user edited meanwhile, two transactions remove its text and add it as
 * one step; apply both in one update.
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
 * Skips steps without text changes, such as edits inside an undone generation.
 * @returns false if there is no step
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
