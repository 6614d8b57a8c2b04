/**
 * Compact JSON: a document of 50,000 tokens with five alternatives each is a few megabytes.
 * Unreadable marks are dropped; the text is stored apart.
 */
import { RangeSet, type Range, type Text } from '@codemirror/state';
import { z } from 'zod';
import type { TokenLogprob } from '../../../../../shared/api/language-answer.ts';
import {
  NO_MARKS,
  TokenValue,
  withMarks,
  type Marks,
  type Slot,
  type Span,
  type Version,
} from './marks.ts';

/** [token, or 0 for the text itself; logprob; alternatives and logprobs in turn] */
const tokenSchema = z.tuple([
  z.union([z.string(), z.literal(0)]),
  z.number().nullable(),
  z.array(z.union([z.string(), z.number()])),
]);
type StoredToken = z.infer<typeof tokenSchema>;

const positionSchema = z.int().nonnegative();
const spansSchema = z.array(z.tuple([positionSchema, positionSchema]));

/** [distance from the previous end, length, tokens] */
const placedSchema = z.tuple([positionSchema, positionSchema, z.array(tokenSchema)]);

const marksSchema = z.object({
  tints: spansSchema,
  stops: spansSchema,
  tokens: z.array(placedSchema),
  get slots() {
    return z.array(slotSchema);
  },
});

const versionSchema = z.object({
  id: z.string(),
  origin: z
    .object({ runId: z.string(), choice: positionSchema, reason: z.string().optional() })
    .optional(),
  text: z.string(),
  get marks() {
    return marksSchema.optional();
  },
});

const slotSchema = z.object({
  id: z.string(),
  from: positionSchema,
  to: positionSchema,
  parent: z.string().optional(),
  versions: z.array(versionSchema).min(1),
  active: positionSchema,
});

type StoredMarks = z.infer<typeof marksSchema>;
type StoredSlot = z.infer<typeof slotSchema>;

export function storeMarks(marks: Marks): StoredMarks {
  const tokens: StoredMarks['tokens'] = [];
  let end = 0;
  for (const cursor = marks.tokens.iter(); cursor.value !== null; cursor.next()) {
    const { value, from, to } = cursor;
    tokens.push([
      from - end,
      to - from,
      value.tokens.map((token) => storeToken(token, value.text)),
    ]);
    end = to;
  }
  return {
    tints: marks.tints.map(pair),
    stops: marks.stops.map(pair),
    tokens,
    slots: marks.slots.map(storeSlot),
  };
}

function pair({ from, to }: Span): [number, number] {
  return [from, to];
}

function storeToken({ token, logprob, alternatives }: TokenLogprob, text: string): StoredToken {
  return [
    token === text ? 0 : token,
    logprob === undefined ? null : rounded(logprob),
    alternatives.flatMap((each) => [each.token, rounded(each.logprob)]),
  ];
}

/** Four decimals: a thousandth of a percent. */
function rounded(logprob: number): number {
  return Math.round(logprob * 10_000) / 10_000;
}

function storeSlot({ id, from, to, parent, versions, active }: Slot): StoredSlot {
  return {
    id,
    from,
    to,
    ...(parent === undefined ? {} : { parent }),
    active,
    versions: versions.map((version) => ({
      id: version.id,
      ...(version.origin === undefined ? {} : { origin: version.origin }),
      text: version.text,
      ...(version.marks === NO_MARKS ? {} : { marks: storeMarks(version.marks) }),
    })),
  };
}

/** Drops marks that do not fit the text. Never throws. */
export function readMarks(stored: unknown, doc: Text): Marks {
  const parsed = marksSchema.safeParse(stored);
  if (!parsed.success) return NO_MARKS;
  return withMarks(
    NO_MARKS,
    marksOf(parsed.data, (from, to) => doc.sliceString(from, to)),
    doc,
  );
}

function marksOf(stored: StoredMarks, textOf: (from: number, to: number) => string): Marks {
  const ranges: Range<TokenValue>[] = [];
  let at = 0;
  for (const [gap, length, tokens] of stored.tokens) {
    const from = at + gap;
    at = from + length;
    const text = textOf(from, at);
    if (length > 0)
      ranges.push(
        new TokenValue(
          text,
          tokens.map((token) => tokenOf(token, text)),
        ).range(from, at),
      );
  }
  return {
    tints: stored.tints.map(spanOf),
    stops: stored.stops.map(spanOf),
    tokens: RangeSet.of(ranges),
    slots: stored.slots.flatMap(slotOf),
  };
}

function spanOf([from, to]: readonly [number, number]): Span {
  return { from, to };
}

function tokenOf([token, logprob, flat]: StoredToken, text: string): TokenLogprob {
  const alternatives: { token: string; logprob: number }[] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) {
    const [name, value] = [flat[index], flat[index + 1]];
    if (typeof name === 'string' && typeof value === 'number') {
      alternatives.push({ token: name, logprob: value });
    }
  }
  return {
    token: token === 0 ? text : token,
    ...(logprob === null ? {} : { logprob }),
    alternatives,
  };
}

function slotOf(stored: StoredSlot): readonly Slot[] {
  const { from, to, active, versions } = stored;
  if (from > to || active >= versions.length) return [];
  return [{ ...stored, versions: versions.map(versionOf) }];
}

function versionOf({ id, origin, text, marks }: StoredSlot['versions'][number]): Version {
  const textOf = (from: number, to: number): string => text.slice(from, to);
  return { id, origin, text, marks: marks === undefined ? NO_MARKS : marksOf(marks, textOf) };
}
