import { Text } from '@codemirror/state';
import { expect, it } from 'vitest';
import { NO_MARKS, type Marks } from './marks.ts';
import { marksOfText } from './slots.ts';
import { readMarks, storeMarks } from './stored-marks.ts';

const alternatives = [
  { token: ' blue', logprob: -0.5 },
  { token: '7', logprob: -1.25 },
];
const written = marksOfText({
  text: ' blue🎨',
  tokens: [
    { from: 0, to: 5, tokens: [{ token: ' blue', logprob: -0.123456, alternatives }] },
    {
      from: 5,
      to: 7,
      tokens: [
        { token: 'bytes:\\xf0', logprob: -1, alternatives: [] },
        { token: 'bytes:\\x9f\\x8e\\xa8', alternatives: [] },
      ],
    },
  ],
});
const marks: Marks = {
  ...written,
  stops: [{ from: 3, to: 5 }],
  slots: [
    {
      id: 'a',
      from: 0,
      to: 7,
      active: 1,
      versions: [
        {
          id: 'v',
          text: ' blue🎨',
          marks: written,
          origin: { runId: 'r', choice: 2, reason: 'stop' },
        },
        { id: 'w', text: '', marks: NO_MARKS },
      ],
    },
  ],
};

/** Plain values of marks, for comparing. */
function plain(some: Marks): unknown {
  return JSON.parse(JSON.stringify(storeMarks(some)));
}

it('stored marks survive a round trip', () => {
  const doc = Text.of([' blue🎨']);
  const read = readMarks(JSON.parse(JSON.stringify(storeMarks(marks))), doc);
  expect(plain(read)).toEqual(plain(marks));
  const cursor = read.tokens.iter();
  expect(cursor.value).toMatchObject({
    text: ' blue',
    tokens: [{ token: ' blue', logprob: -0.1235, alternatives }],
  });
  cursor.next();
  expect(cursor.value?.tokens[1]).toEqual({ token: 'bytes:\\x9f\\x8e\\xa8', alternatives: [] });
});

it('stored marks are dropped when they do not fit the text, and never throw', () => {
  const stored: unknown = JSON.parse(JSON.stringify(storeMarks(marks)));
  expect(readMarks(stored, Text.of(['ab'])).slots).toEqual([]);
  for (const bad of [null, 7, {}, { ...(stored as object), tints: [[-1, 'x']] }]) {
    expect(readMarks(bad, Text.of(['ab']))).toBe(NO_MARKS);
  }
});
