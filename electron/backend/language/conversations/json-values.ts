/** Yields entries of a list, a single value, or JSON lines. Blocks; run it in a thread. */
import { formatNumber } from '../../../../shared/numbers.ts';
import {
  entriesIn,
  isBlank,
  measured,
  extentText,
  trimmed,
  type Entry,
} from '../../service/common/reading/json-entries.ts';

const OPEN_LIST = 0x5b;
const NEW_LINE = 0x0a;

export const VALUE_LIMITS = {
  /** Nesting depth; honest files have fewer than twenty. */
  levels: 200,
  /** A conversation of 100 MB has some four million. */
  values: 10_000_000,
} as const;

/** @param reached called with the end of each entry, in bytes, before it is built */
export function* jsonValues(
  file: Uint8Array,
  bad: (reason: string) => void,
  reached: (byte: number) => void = () => undefined,
): Generator<unknown, void, void> {
  /** SECURITY: S49 depth and number are checked before a value is built. */
  function* parsed(entry: Entry): Generator<unknown, void, void> {
    if (isBlank(file, entry)) return;
    reached(entry.to);
    if (entry.levels > VALUE_LIMITS.levels) {
      bad(`A part is nested deeper than ${VALUE_LIMITS.levels} levels and was left out.`);
      return;
    }
    if (entry.values > VALUE_LIMITS.values) {
      const most = formatNumber(VALUE_LIMITS.values);
      bad(`A part has more than ${most} values and was left out.`);
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(extentText(file, trimmed(file, entry)));
    } catch {
      bad('A part is not JSON.');
      return;
    }
    yield value;
  }

  const all = trimmed(file, { from: 0, to: file.byteLength });
  if (all.from === all.to) return;
  if (file[all.from] === OPEN_LIST) {
    for (const entry of entriesIn(file, { from: all.from + 1, to: all.to })) yield* parsed(entry);
    return;
  }
  if (isOne(file, all)) {
    yield* parsed(measured(file, all));
    return;
  }
  for (let { from } = all; from < all.to;) {
    const end = file.indexOf(NEW_LINE, from);
    const to = end < 0 || end > all.to ? all.to : end;
    yield* parsed(measured(file, { from, to }));
    from = to + 1;
  }
}

function isOne(file: Uint8Array, { from, to }: { readonly from: number; readonly to: number }) {
  const entries = entriesIn(file, { from: from + 1, to });
  for (;;) {
    const { done, value } = entries.next();
    if (done === true) return value === to;
  }
}
