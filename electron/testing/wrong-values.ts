/** Answers of the right shape with wrong values, for property tests. */
import * as fc from 'fast-check';

/** Values in JSON that stand where another is expected. */
const WRONG = [
  'null',
  '""',
  '" "',
  '"NaN"',
  '"-3"',
  '"9007199254740993"',
  '0',
  '-1',
  '-0.5',
  '37.25',
  '1e300',
  '1e400',
  '9007199254740993',
  'true',
  '[]',
  '[5]',
  '{}',
  JSON.stringify('x'.repeat(10_000)),
];

/** The JSON text of an answer in which one to five values are wrong. */
export function wronged(good: unknown): fc.Arbitrary<string> {
  const leaves = leavesOf(good);
  const change = fc.record({
    place: fc.nat(leaves.length - 1),
    wrong: fc.constantFrom(...WRONG),
  });
  return fc.array(change, { minLength: 1, maxLength: 5 }).map((changes) => {
    const wrongAt = new Map(changes.map(({ place, wrong }) => [place, wrong]));
    let place = -1;
    const write = (value: unknown): string => {
      if (Array.isArray(value)) return `[${value.map(write).join()}]`;
      if (typeof value === 'object' && value !== null) {
        const fields = Object.entries(value);
        return `{${fields.map(([name, each]) => `${JSON.stringify(name)}:${write(each)}`).join()}}`;
      }
      place += 1;
      return wrongAt.get(place) ?? JSON.stringify(value);
    };
    return write(good);
  });
}

function leavesOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [value];
  return Object.values(value).flatMap(leavesOf);
}
