/**
 * Everything that a document knows about its text beside the characters: which of them a model wrote,
 * their tokens, and places with several versions. Positions are UTF-16 units of the document.
 */
import { RangeSet, RangeValue, type ChangeSet, type Range, type Text } from '@codemirror/state';
import type { TokenLogprob } from '../../../../../shared/api/language-answer.ts';

/** A range of the document. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The tokens of a piece of text; several where a character is spread over tokens. */
export class TokenValue extends RangeValue {
  readonly text: string;
  readonly tokens: readonly TokenLogprob[];
  /** Text that is added at either end is not the token's. */
  override startSide = 1;
  override endSide = -1;

  constructor(text: string, tokens: readonly TokenLogprob[]) {
    super();
    this.text = text;
    this.tokens = tokens;
  }

  override eq(other: RangeValue): boolean {
    return this === other;
  }
}

/** Where a version comes from. */
export interface VersionOrigin {
  readonly runId: string;
  /** Which of the answers of that run. */
  readonly choice: number;
  /** `stop`, `length` or a word of the service. */
  readonly reason?: string | undefined;
}

/** One of the texts of a slot. The one in the document has neither text nor marks here. */
export interface Version {
  readonly id: string;
  /** Missing for a text that was there before a model was asked. */
  readonly origin?: VersionOrigin | undefined;
  readonly text: string;
  /** Relative to the beginning of the text. */
  readonly marks: Marks;
}

/** A place of the document that a model wrote, with all versions of it. */
export interface Slot extends Span {
  readonly id: string;
  /** The slot around this one, which grows with it. */
  readonly parent?: string | undefined;
  readonly versions: readonly Version[];
  /** Index of the version in the document. */
  readonly active: number;
}

export interface Marks {
  /** Written by a model and not edited since. */
  readonly tints: readonly Span[];
  /** Stop sequences that came with the text. */
  readonly stops: readonly Span[];
  readonly tokens: RangeSet<TokenValue>;
  readonly slots: readonly Slot[];
}

export const NO_MARKS: Marks = { tints: [], stops: [], tokens: RangeSet.empty, slots: [] };

/** A change of the text: the replaced range before, and the length of the new text. */
interface Change extends Span {
  readonly inserted: number;
}

function changesOf(changes: ChangeSet): readonly Change[] {
  const list: Change[] = [];
  changes.iterChangedRanges((from, to, fromB, toB) =>
    list.push({ from, to, inserted: toB - fromB }),
  );
  return list;
}

/** The change replaces a part of the span, or adds something inside of it. */
function isTouched(span: Span, change: Change): boolean {
  return change.from < span.to && change.to > span.from;
}

/** The marks after changes of the text. Edited tokens go, edited slots stay as long as a character of them does. */
export function mapMarks(marks: Marks, changes: ChangeSet): Marks {
  const list = changesOf(changes);
  const after = (span: Span): Span => {
    // an empty slot stays before text that is added at its place: it grows by an effect of its own
    const from = changes.mapPos(span.from, span.from === span.to ? -1 : 1);
    return { from, to: Math.max(from, changes.mapPos(span.to, -1)) };
  };
  let { tokens } = marks;
  for (const change of list) {
    tokens = tokens.update({
      filterFrom: change.from,
      filterTo: change.to,
      filter: (from, to) => !isTouched({ from, to }, change),
    });
  }
  return {
    tints: joinSpans(marks.tints.flatMap((tint) => cut(tint, list, changes))),
    stops: marks.stops.filter((stop) => !list.some((change) => isTouched(stop, change))).map(after),
    tokens: tokens.map(changes),
    slots: marks.slots.flatMap((slot) => {
      const span = after(slot);
      return span.from === span.to && slot.from < slot.to ? [] : [{ ...slot, ...span }];
    }),
  };
}

/** A tint without the characters that were replaced or typed into it. */
function cut(tint: Span, list: readonly Change[], changes: ChangeSet): readonly Span[] {
  const spans: Span[] = [];
  let { from } = tint;
  for (const change of list) {
    if (!isTouched(tint, change)) continue;
    spans.push({ from, to: change.from });
    from = change.to;
  }
  spans.push({ from, to: tint.to });
  return spans
    .filter((span) => span.from < span.to)
    .map((span) => ({ from: changes.mapPos(span.from, 1), to: changes.mapPos(span.to, -1) }));
}

/** Spans in order, those that touch as one. */
export function joinSpans(spans: readonly Span[]): readonly Span[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** The marks of a range, relative to its beginning. @param exceptSlot the slot of the range itself */
export function marksWithin(marks: Marks, range: Span, exceptSlot?: string): Marks {
  const clip = (span: Span): readonly Span[] => {
    const from = Math.max(span.from, range.from) - range.from;
    const to = Math.min(span.to, range.to) - range.from;
    return from < to ? [{ from, to }] : [];
  };
  const tokens: Range<TokenValue>[] = [];
  marks.tokens.between(range.from, range.to, (from, to, value) => {
    if (from >= range.from && to <= range.to) {
      tokens.push(value.range(from - range.from, to - range.from));
    }
  });
  return {
    tints: marks.tints.flatMap(clip),
    stops: marks.stops.flatMap(clip),
    tokens: RangeSet.of(tokens, true),
    slots: marks.slots
      .filter((slot) => slot.id !== exceptSlot && slot.from >= range.from && slot.to <= range.to)
      .filter((slot) => slot.from < slot.to)
      .map((slot) => ({ ...slot, from: slot.from - range.from, to: slot.to - range.from })),
  };
}

/** Adds marks, moved by an offset; tokens whose text the document does not have there are left out. */
export function withMarks(marks: Marks, more: Marks, offset: number, doc: Text): Marks {
  const moved = (span: Span): Span => ({ from: span.from + offset, to: span.to + offset });
  const inside = (span: Span): boolean => span.from >= 0 && span.to <= doc.length;
  const add: Range<TokenValue>[] = [];
  for (const cursor = more.tokens.iter(); cursor.value !== null; cursor.next()) {
    const { from, to } = moved(cursor);
    if (inside({ from, to }) && doc.sliceString(from, to) === cursor.value.text) {
      add.push(cursor.value.range(from, to));
    }
  }
  const slots = more.slots.map((slot) => ({ ...slot, ...moved(slot) })).filter(inside);
  const known = new Set(slots.map(({ id }) => id));
  return {
    tints: joinSpans([...marks.tints, ...more.tints.map(moved).filter(inside)]),
    stops: joinSpans([...marks.stops, ...more.stops.map(moved).filter(inside)]),
    tokens: add.length === 0 ? marks.tokens : marks.tokens.update({ add, sort: true }),
    slots: [...marks.slots.filter(({ id }) => !known.has(id)), ...slots],
  };
}

/** Marks moved by an offset. */
export function moveMarks(marks: Marks, offset: number): Marks {
  const move = (span: Span): Span => ({ from: span.from + offset, to: span.to + offset });
  const tokens: Range<TokenValue>[] = [];
  for (const cursor = marks.tokens.iter(); cursor.value !== null; cursor.next()) {
    tokens.push(cursor.value.range(cursor.from + offset, cursor.to + offset));
  }
  return {
    tints: marks.tints.map(move),
    stops: marks.stops.map(move),
    tokens: RangeSet.of(tokens, true),
    slots: marks.slots.map((slot) => ({ ...slot, ...move(slot) })),
  };
}

/** The innermost slot around a position, its ends included. */
export function slotAt(marks: Marks, position: number): Slot | undefined {
  return marks.slots
    .filter(({ from, to }) => from <= position && position <= to)
    .reduce<Slot | undefined>(
      (best, slot) =>
        best === undefined || slot.to - slot.from <= best.to - best.from ? slot : best,
      undefined,
    );
}
