/**
 * The values of a large JSON file one after the other: the entries of a list, one value, or one on each
 * line. Other work goes on in between.
 */
import { findEntries, isBlank, isNestedTooDeep, parseLarge, type Extent } from './large-json.ts';

const OPEN_LIST = 0x5b;
const NEW_LINE = 0x0a;

/**
 * @param pause called often
 * @param bad called for each entry or line that cannot be read: `broken` is not JSON, also where a list
 *   breaks off; `deep` is nested without end; `long` has a text that is left out
 */
export async function* jsonValues(
  file: Uint8Array,
  pause: () => Promise<void>,
  bad: (problem: 'broken' | 'deep' | 'long') => void,
): AsyncGenerator<unknown, void, void> {
  async function* parsed(extent: Extent): AsyncGenerator<unknown, void, void> {
    await pause();
    if (isBlank(file, extent)) return;
    if (await isNestedTooDeep(file, extent, pause)) {
      bad('deep');
      return;
    }
    let value: unknown;
    try {
      value = await parseLarge(file, extent, pause, { onLongText: () => bad('long') });
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      bad('broken');
      return;
    }
    yield value;
  }

  const first = file.findIndex((_byte, at) => !isBlank(file, { from: at, to: at + 1 }));
  if (first < 0) return;
  if (file[first] === OPEN_LIST) {
    const { entries } = await findEntries(file, { from: first + 1, to: file.byteLength }, pause);
    for (const entry of entries) yield* parsed(entry);
    return;
  }
  const all = { from: first, to: file.byteLength };
  if (await isNestedTooDeep(file, all, pause)) {
    bad('deep');
    return;
  }
  let whole: unknown;
  try {
    whole = await parseLarge(file, all, pause, { onLongText: () => bad('long') });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // not one value: one on each line
    for (let from = 0; from < file.byteLength;) {
      const end = file.indexOf(NEW_LINE, from);
      const to = end < 0 ? file.byteLength : end;
      yield* parsed({ from, to });
      from = to + 1;
    }
    return;
  }
  yield whole;
}
