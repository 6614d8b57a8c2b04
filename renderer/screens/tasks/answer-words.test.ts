import { expect, it } from 'vitest';
import type { ListedAnswer } from '../../../shared/contract/language.ts';
import { describeAnswer } from './answer-words.ts';

const DONE: ListedAnswer = {
  id: 'a',
  kind: 'chat',
  title: 'Colours',
  state: 'done',
  model: 'm',
  connectionName: 'Account',
  isPractice: false,
  createdAt: 1000,
  endedAt: 4000,
  pieces: 9,
  usage: { promptTokens: 1200, completionTokens: 30, totalTokens: 1230 },
  cost: 0.02,
  finishReasons: ['stop'],
};

it('shows how an answer ended, and never calls a paid one free', () => {
  expect(describeAnswer(DONE)).toBe('Done, 3.0 s, 1,200 + 30 tokens, < $0.0001');
  expect(describeAnswer({ ...DONE, cost: 421 })).toContain('$0.0421');
  expect(describeAnswer({ ...DONE, isPractice: true, cost: undefined })).toContain('free');
  const without = { ...DONE, usage: undefined, cost: undefined, finishReasons: ['length'] };
  expect(describeAnswer(without)).toBe('Done (token limit reached), 3.0 s, cost unknown');
  expect(describeAnswer({ ...without, estimatedCost: 421 })).toContain('≈ $0.0421');
  const running: ListedAnswer = { ...without, state: 'running', endedAt: undefined };
  expect(describeAnswer({ ...running, finishReasons: [] })).toBe('Writing');
});
