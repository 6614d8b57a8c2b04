import { expect, it } from 'vitest';
import type { AnswerRun } from '../../../../shared/contract/language.ts';
import { describeAnswerRun, endOf } from './answer-words.ts';

const run = (changes: Partial<AnswerRun> = {}): AnswerRun => ({
  id: 'r',
  state: 'done',
  model: 'm',
  connectionName: 'Mine',
  isPractice: false,
  createdAt: 0,
  pieces: 0,
  finishReasons: ['stop'],
  usage: { promptTokens: 10, completionTokens: 300, totalTokens: 310 },
  cost: 20,
  ...changes,
});

it('the figures below an answer show the cost of several answers to one request once', () => {
  const three = run({ finishReasons: ['stop', 'stop', 'stop'] });
  const lines = [0, 1, 2].map((choice) => describeAnswerRun(three, choice, 3));
  expect(lines[0]).toBe('300 tokens, $0.002, 3 answers together');
  expect(lines.slice(1)).toEqual(['billed with the first answer', 'billed with the first answer']);
  expect(describeAnswerRun(run())).toBe('300 tokens, $0.002');
});

it('the end note of an answer is “empty” only when the model has written nothing', () => {
  expect(endOf({ run: run(), choice: 0, text: '' })?.words).toBe('The answer is empty.');
  expect(endOf({ run: run(), choice: 0, text: 'I can’t help with that.' })).toBeUndefined();
  expect(endOf({ run: run(), choice: 0, text: '', thoughts: 'Hm' })?.words).toBe(
    'The model thought about it and wrote no answer.',
  );
});
