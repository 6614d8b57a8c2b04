/**
 * Marks of a document: text by a model, tokens, and slots with several versions. Positions are
 * UTF-16 units.
 */
import {
  RangeSet,
  RangeValue,
  type ChangeDesc,
  type ChangeSet,
  type Range,
  type Text,
} from '@codemirror/state';
import type { TokenLogprob } from '../../../../../shared/api/language-answer.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Several tokens if a character is spread over them. */
export class TokenValue extends RangeValue {
  readonly text: string;
  readonly tokens: readonly TokenLogprob[];
  /** Text inserted at either end is not part of the token. */
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

export interface VersionOrigin {
  readonly runId: string;
  /** Index of the answer within the run. */
  readonly choice: number;
  /** `stop`, `length` or a value of the service. */
  readonly reason?: string | undefined;
}

/** The active version has no text and marks here: they are in the document. */
export interface Version {
  readonly id: string;
  /** Missing for text that was there before a model was asked. */
  readonly origin?: VersionOrigin | undefined;
  readonly text: string;
  /** Relative to the beginning of the text. */
  readonly marks: Marks;
}

/** A range that a model wrote, with all of its versions. */
export interface Slot extends Span {
  readonly id: string;
  /** The enclosing slot, which grows with this one. */
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

/** The replaced ranges, before the changes. */
function changesOf(changes: ChangeSet): readonly Span[] {
  const list: Span[] = [];
  changes.iterChangedRanges((from, to) => list.push({ from, to }));
  return list;
}

/** True if the change replaces or inserts something within the span. */
function isTouched(span: Span, change: Span): boolean {
  return change.from < span.to && change.to > span.from;
}

export function mapSpan(span: Span, changes: ChangeDesc): Span {
  // an empty slot stays before text inserted at its position; `growSlot` extends it
  const from = changes.mapPos(span.from, span.from === span.to ? -1 : 1);
  return { from, to: Math.max(from, changes.mapPos(span.to, -1)) };
}

/** Maps marks through changes. Drops edited tokens; a slot stays while a character of it does. */
export function mapMarks(marks: Marks, changes: ChangeSet): Marks {
  const list = changesOf(changes);
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
    stops: marks.stops
      .filter((stop) => !list.some((change) => isTouched(stop, change)))
      .map((stop) => mapSpan(stop, changes)),
    tokens: tokens.map(changes),
    slots: marks.slots.flatMap((slot) => {
      const span = mapSpan(slot, changes);
      return span.from === span.to && slot.from < slot.to ? [] : [{ ...slot, ...span }];
    }),
  };
}

/** Removes replaced and inserted characters from a tint. */
function cut(tint: Span, list: readonly Span[], changes: ChangeSet): readonly Span[] {
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

/** Sorts spans and joins adjacent ones. */
export function joinSpans(spans: readonly Span[]): readonly Span[] {
  const joined: { from: number; to: number }[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** Positions become relative to the range. @param exceptSlot the slot of the range itself */
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

/** Adds marks; drops tokens whose text differs from the document. */
export function withMarks(marks: Marks, more: Marks, doc: Text): Marks {
  const inside = (span: Span): boolean => span.from >= 0 && span.to <= doc.length;
  const add: Range<TokenValue>[] = [];
  for (const cursor = more.tokens.iter(); cursor.value !== null; cursor.next()) {
    const { from, to, value } = cursor;
    if (inside(cursor) && doc.sliceString(from, to) === value.text) add.push(value.range(from, to));
  }
  const slots = more.slots.filter(inside);
  const known = new Set(slots.map(({ id }) => id));
  return {
    tints: joinSpans([...marks.tints, ...more.tints.filter(inside)]),
    stops: joinSpans([...marks.stops, ...more.stops.filter(inside)]),
    tokens: add.length === 0 ? marks.tokens : marks.tokens.update({ add, sort: true }),
    slots: [...marks.slots.filter(({ id }) => !known.has(id)), ...slots],
  };
}

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

/** Includes both ends of a slot. Returns the innermost one. */
export function slotAt(marks: Marks, position: number): Slot | undefined {
  return marks.slots
    .filter(({ from, to }) => from <= position && position <= to)
    .reduce<Slot | undefined>(
      (best, slot) =>
        best === undefined || slot.to - slot.from <= best.to - best.from ? slot : best,
      undefined,
    );
}
