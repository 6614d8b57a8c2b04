/** A slot holds several versions of a text. No version is ever overwritten. */
import { type EditorState, type Range, type TransactionSpec, RangeSet } from '@codemirror/state';
import { addMarks, growSlot, marksField, putSlot } from './marks-field.ts';
import {
  marksWithin,
  moveMarks,
  NO_MARKS,
  slotAt,
  TokenValue,
  type Marks,
  type Slot,
  type Span,
  type Version,
  type VersionOrigin,
} from './marks.ts';
import type { PlacedToken } from './token-aligner.ts';

/** Positions from its beginning. */
export interface WrittenText {
  readonly text: string;
  readonly tokens: readonly PlacedToken[];
}

export function findSlot(state: EditorState, slotId: string): Slot | undefined {
  return state.field(marksField).slots.find(({ id }) => id === slotId);
}

function emptyVersion(origin: VersionOrigin | undefined): Version {
  return { id: crypto.randomUUID(), origin, text: '', marks: NO_MARKS };
}

/** Returns the active version with its current text and marks. */
function keptVersion(state: EditorState, slot: Slot): Version | undefined {
  const version = slot.versions[slot.active];
  if (version === undefined) return undefined;
  return {
    ...version,
    text: state.doc.sliceString(slot.from, slot.to),
    marks: marksWithin(state.field(marksField), slot, slot.id),
  };
}

/** Returns the parents that lose all of their text with this slot. They must be kept. */
function emptiedParents(state: EditorState, slot: Slot): readonly Slot[] {
  return state
    .field(marksField)
    .slots.filter(
      ({ id, from, to }) =>
        id !== slot.id && from === slot.from && to === slot.to && isAncestor(state, id, slot),
    );
}

function isAncestor(state: EditorState, id: string, slot: Slot): boolean {
  const seen = new Set<string>();
  for (let at = slot.parent; at !== undefined && !seen.has(at);) {
    if (at === id) return true;
    seen.add(at);
    at = findSlot(state, at)?.parent;
  }
  return false;
}

/**
 * Creates a slot; existing text becomes its first version.
 * @param origins of the answers to come; the first is active
 */
export function beginSlot(
  state: EditorState,
  slotId: string,
  range: Span,
  origins: readonly VersionOrigin[],
): TransactionSpec {
  const { from, to } = range;
  const marks = state.field(marksField);
  const around = slotAt(marks, from);
  const isInside = around !== undefined && around.from < from && to <= around.to;
  const isTail = isInside && (from < around.to || from < to);
  const old: readonly Version[] =
    from === to
      ? []
      : [
          {
            id: crypto.randomUUID(),
            text: state.doc.sliceString(from, to),
            marks: marksWithin(marks, range),
          },
        ];
  const slot: Slot = {
    id: slotId,
    from,
    to: from,
    parent: isTail ? around.id : undefined,
    versions: [...old, ...origins.map(emptyVersion)],
    active: old.length,
  };
  return { changes: { from, to }, effects: putSlot.of(slot) };
}

/** Adds empty versions and activates one. */
export function beginVersions(
  state: EditorState,
  slot: Slot,
  origins: readonly VersionOrigin[],
): TransactionSpec {
  const kept = keptVersion(state, slot);
  const versions = kept === undefined ? slot.versions : slot.versions.with(slot.active, kept);
  const next: Slot = {
    ...slot,
    to: slot.from,
    versions: [...versions, ...origins.map(emptyVersion)],
    active: versions.length,
  };
  return {
    changes: { from: slot.from, to: slot.to },
    effects: [
      ...emptiedParents(state, slot).map((each) => putSlot.of({ ...each, to: each.from })),
      putSlot.of(next),
    ],
  };
}

/** @param offset of the text in its answer */
export function appendToSlot(
  state: EditorState,
  slot: Slot,
  text: string,
  offset: number,
  tokens: readonly PlacedToken[],
): TransactionSpec {
  return {
    changes: { from: slot.to, insert: text },
    effects: growSlot.of({
      slotId: slot.id,
      length: text.length,
      tokens: rangesOf(state, slot.to, text, offset, tokens),
    }),
  };
}

/** Drops tokens whose text is not at their position. */
function rangesOf(
  state: EditorState,
  at: number,
  text: string,
  offset: number,
  tokens: readonly PlacedToken[],
): readonly Range<TokenValue>[] {
  return tokens.flatMap((placed) => {
    const [from, to] = [placed.from - offset, placed.to - offset];
    if (from === to || at + from < 0) return [];
    const before = from < 0 ? state.doc.sliceString(at + from, Math.min(at, at + to)) : '';
    const own = before + text.slice(Math.max(0, from), Math.max(0, to));
    const expected = expectedText(placed);
    if (own.length !== to - from || (expected !== undefined && expected !== own)) return [];
    if (from < 0 && hasTokens(state, at + from)) return [];
    return [new TokenValue(own, placed.tokens).range(at + from, at + to)];
  });
}

/** True if a token already begins here, because the answer was read again. */
function hasTokens(state: EditorState, position: number): boolean {
  let isKnown = false;
  state.field(marksField).tokens.between(position, position, (from) => {
    isKnown ||= from === position;
  });
  return isKnown;
}

/** Returns `undefined` unless a single token covers the range. */
function expectedText({ from, to, tokens }: PlacedToken): string | undefined {
  const [token] = tokens;
  return tokens.length === 1 && token?.token.length === to - from ? token.token : undefined;
}

export function marksOfText({ text, tokens }: WrittenText): Marks {
  if (text === '') return NO_MARKS;
  const ranges = tokens
    .filter(({ from, to }) => from < to)
    .map((placed) =>
      new TokenValue(text.slice(placed.from, placed.to), placed.tokens).range(
        placed.from,
        placed.to,
      ),
    );
  return {
    tints: [{ from: 0, to: text.length }],
    stops: [],
    tokens: RangeSet.of(ranges, true),
    slots: [],
  };
}

export function showVersion(
  state: EditorState,
  slot: Slot,
  index: number,
): TransactionSpec | undefined {
  const next = slot.versions[index];
  const kept = keptVersion(state, slot);
  if (next === undefined || kept === undefined || index === slot.active) return undefined;
  const to = slot.from + next.text.length;
  const versions = slot.versions
    .with(slot.active, kept)
    .with(index, { ...next, text: '', marks: NO_MARKS });
  return {
    changes: { from: slot.from, to: slot.to, insert: next.text },
    effects: [
      ...emptiedParents(state, slot).map((each) => putSlot.of({ ...each, to })),
      putSlot.of({ ...slot, to, versions, active: index }),
      addMarks.of(moveMarks(next.marks, slot.from)),
    ],
  };
}

/** @param written by index of the version */
export function fillVersions(
  slot: Slot,
  written: ReadonlyMap<number, WrittenText>,
  reasons: ReadonlyMap<number, string>,
): TransactionSpec {
  const versions = slot.versions.map((version, index): Version => {
    const text = index === slot.active ? undefined : written.get(index);
    const reason = reasons.get(index);
    return {
      ...version,
      ...(text === undefined ? {} : { text: text.text, marks: marksOfText(text) }),
      ...(reason === undefined || version.origin === undefined
        ? {}
        : { origin: { ...version.origin, reason } }),
    };
  });
  return { effects: putSlot.of({ ...slot, versions }) };
}

/** Returns the end of the answer at a position, including answers that follow without a gap. */
export function endOfAnswers(state: EditorState, position: number): number {
  const { slots } = state.field(marksField);
  let end = position;
  for (;;) {
    const next = slots.reduce(
      (most, slot) => (slot.from <= end && slot.to > most ? slot.to : most),
      end,
    );
    if (next === end) return end;
    end = next;
  }
}
