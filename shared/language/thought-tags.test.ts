import { describe, expect, it } from 'vitest';
import { GrowingSplit, splitThoughts } from './thought-tags.ts';

const THINKING = 'Hm. 2 + 2 …\n\nThat is 4.';

describe.each([
  ['DeepSeek and Qwen', `<think>\n${THINKING}\n</think>\n\nFour.`],
  ['the long name', `<thinking>${THINKING}</thinking>\nFour.`],
  ['Seed', `<seed:think>${THINKING}</seed:think>Four.`],
  ['Magistral', `[THINK]${THINKING}[/THINK]Four.`],
  ['Kimi', `◁think▷${THINKING}◁/think▷Four.`],
  [
    'gpt-oss',
    `<|channel|>analysis<|message|>${THINKING}<|end|><|start|>assistant<|channel|>final<|message|>Four.`,
  ],
  ['white space before it', `\n\n  <think>${THINKING}</think>Four.`],
  ['the end alone, on a line of its own', `${THINKING}\n</think>\n\nFour.`],
  ['the end alone, at the end of a line', `${THINKING}</think>\nFour.`],
  ['two blocks', `<think>Hm. 2 + 2 …</think>\n<think>That is 4.</think>Four.`],
])('thoughts between tags (%s)', (_, whole) => {
  it('are removed from the whole text', () => {
    expect(splitThoughts(whole)).toEqual({ thoughts: THINKING, text: 'Four.' });
  });

  it.each([1, 3, 7, 1000])('are removed from a text that comes in chunks of %i', (size) => {
    const { shown, thoughts, anew } = grow(whole, size);
    expect(shown).toBe('Four.');
    expect(thoughts.trimEnd()).toBe(THINKING);
    // only an end without a beginning is known late
    expect(anew).toBeLessThanOrEqual(1);
  });
});

it('an answer of endless thoughts has no other text', () => {
  expect(splitThoughts(`<think>${THINKING}`)).toEqual({ thoughts: THINKING, text: '' });
  expect(grow(`<think>${THINKING}`, 5)).toEqual({ shown: '', thoughts: THINKING, anew: 0 });
});

it.each([
  'No thoughts at all.',
  'Write `<think>` first and `</think>` last.',
  'Begin with <think> and end with\n</think>\nto think.',
  '```xml\n<a>\n</think>\n```\n',
  'a < b and c > d',
  '<think about it>',
  '<',
  '  indented',
])('leaves a text unchanged that mentions tags, or none: %s', (text) => {
  expect(splitThoughts(text)).toEqual({ thoughts: '', text });
  if (text !== '<') expect(grow(text, 2).shown).toBe(text);
});

it('splits a growing text like the whole one, in any chunks', () => {
  const tags = ['<think>', '</think>', '[/THINK]', '<'];
  const marks = [...tags, '\n', ' ', 'word', '`', '```\n', 'x'.repeat(60)];
  let seed = 1;
  const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let round = 0; round < 400; round++) {
    const whole = Array.from({ length: 1 + next(12) }, () => marks[next(marks.length)]).join('');
    const { shown, thoughts } = grow(`${whole}end`, 1 + next(9));
    const right = splitThoughts(`${whole}end`);
    expect({ text: shown, thoughts: thoughts.trimEnd() }).toEqual(right);
  }
});

function grow(whole: string, size: number) {
  const split = new GrowingSplit();
  let shown = '';
  let anew = 0;
  for (let at = 0; at < whole.length; at += size) {
    const { text, isAnew } = split.add(whole.slice(at, at + size));
    if (isAnew) anew += 1;
    shown = isAnew ? text : shown + text;
  }
  return { shown, thoughts: split.thoughts, anew };
}
