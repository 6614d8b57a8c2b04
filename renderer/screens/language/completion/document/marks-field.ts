/** Keeps marks in the editor state. Undo stores the marks of removed text for redo. */
import { invertedEffects } from '@codemirror/commands';
import {
  RangeSet,
  StateEffect,
  StateField,
  type ChangeDesc,
  type Extension,
  type Range,
  type Transaction,
} from '@codemirror/state';
import {
  joinSpans,
  mapMarks,
  mapSpan,
  NO_MARKS,
  type TokenValue,
  withMarks,
  type Marks,
  type Slot,
  type Span,
} from './marks.ts';

/** Text of a model was appended to a slot in the same transaction. */
interface Growth {
  readonly slotId: string;
  readonly length: number;
  /** Positions after the change. */
  readonly tokens: readonly Range<TokenValue>[];
}

export const setMarks = StateEffect.define<Marks>();
export const growSlot = StateEffect.define<Growth>();
/** Adds or replaces a slot. An existing range is kept. */
export const putSlot = StateEffect.define<Slot>({
  map: (slot, changes) => ({ ...slot, ...mapSpan(slot, changes) }),
});
const dropSlot = StateEffect.define<string>();
/** Positions after the transaction. */
export const addMarks = StateEffect.define<Marks>({ map: mapAdded });

function mapAdded(marks: Marks, changes: ChangeDesc): Marks | undefined {
  const keep = (span: Span) => span.from < span.to;
  const move = (span: Span) => mapSpan(span, changes);
  const next: Marks = {
    tints: marks.tints.map(move).filter(keep),
    stops: marks.stops.map(move).filter(keep),
    tokens: marks.tokens.map(changes),
    slots: marks.slots.map((slot) => ({ ...slot, ...move(slot) })).filter(keep),
  };
  return isEmpty(next) ? undefined : next;
}

function isEmpty({ tints, stops, tokens, slots }: Marks): boolean {
  return tints.length + stops.length + tokens.size + slots.length === 0;
}

export const marksField = StateField.define<Marks>({
  create: () => NO_MARKS,
  update(before, tr) {
    let marks = tr.docChanged ? mapMarks(before, tr.changes) : before;
    for (const effect of tr.effects) {
      if (effect.is(setMarks)) marks = effect.value;
      else if (effect.is(growSlot)) marks = grown(marks, effect.value);
      else if (effect.is(putSlot)) marks = withSlot(marks, effect.value);
      else if (effect.is(dropSlot)) {
        marks = { ...marks, slots: marks.slots.filter(({ id }) => id !== effect.value) };
      } else if (effect.is(addMarks)) marks = withMarks(marks, effect.value, tr.newDoc);
    }
    return marks;
  },
});

function grown(marks: Marks, { slotId, length, tokens }: Growth): Marks {
  const slot = marks.slots.find(({ id }) => id === slotId);
  if (slot === undefined) return marks;
  const ids = withParents(marks, slot);
  const last = marks.tints.findIndex(({ from, to }) => from <= slot.to && to === slot.to);
  const grownTint = { from: marks.tints[last]?.from ?? slot.to, to: slot.to + length };
  return {
    ...marks,
    tints:
      length === 0
        ? marks.tints
        : last < 0
          ? joinSpans([...marks.tints, grownTint])
          : marks.tints.with(last, grownTint),
    tokens: tokens.length === 0 ? marks.tokens : marks.tokens.update({ add: tokens, sort: true }),
    slots: marks.slots.map((each) =>
      ids.has(each.id) && each.to === slot.to ? { ...each, to: each.to + length } : each,
    ),
  };
}

function withParents(marks: Marks, slot: Slot): ReadonlySet<string> {
  const ids = new Set<string>();
  for (let each: Slot | undefined = slot; each !== undefined && !ids.has(each.id);) {
    ids.add(each.id);
    const { parent }: Slot = each;
    each = marks.slots.find(({ id }) => id === parent);
  }
  return ids;
}

function withSlot(marks: Marks, slot: Slot): Marks {
  const at = marks.slots.findIndex(({ id }) => id === slot.id);
  const known = marks.slots[at];
  if (known === undefined) return { ...marks, slots: [...marks.slots, slot] };
  return { ...marks, slots: marks.slots.with(at, { ...slot, from: known.from, to: known.to }) };
}

/** Restores the removed marks and the changed slots. */
function invert(tr: Transaction): readonly StateEffect<unknown>[] {
  const before = tr.startState.field(marksField);
  const effects: StateEffect<unknown>[] = [];
  for (const effect of tr.effects) {
    if (effect.is(putSlot)) {
      const old = before.slots.find(({ id }) => id === effect.value.id);
      effects.push(old === undefined ? dropSlot.of(effect.value.id) : putSlot.of(old));
    } else if (effect.is(dropSlot)) {
      const old = before.slots.find(({ id }) => id === effect.value);
      if (old !== undefined) effects.push(putSlot.of(old));
    }
  }
  if (tr.docChanged) effects.push(...lost(tr, before));
  return effects;
}

function lost(tr: Transaction, before: Marks): readonly StateEffect<unknown>[] {
  const effects: StateEffect<unknown>[] = [];
  tr.changes.iterChangedRanges((from, to) => {
    const touches = (span: Span) => span.from < to && span.to > from;
    const inside = (span: Span) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) });
    const tokens: Range<TokenValue>[] = [];
    before.tokens.between(from, to, (start, end, value) => {
      if (touches({ from: start, to: end })) tokens.push(value.range(start, end));
    });
    const marks: Marks = {
      tints: before.tints.filter((tint) => from < to && touches(tint)).map(inside),
      stops: before.stops.filter(touches),
      tokens: RangeSet.of(tokens, true),
      slots: before.slots.filter((slot) => from < to && touches(slot)),
    };
    if (!isEmpty(marks)) effects.push(addMarks.of(marks));
  });
  return effects;
}

export const documentMarks: Extension = [marksField, invertedEffects.of(invert)];
