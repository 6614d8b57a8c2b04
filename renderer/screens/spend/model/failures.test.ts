import { expect, it } from 'vitest';
import { failureSentences } from './failures.ts';

const error = (message: string) => ({ kind: 'not-permitted', message }) as const;

it('merges six equal errors after a lost billing role into one message', () => {
  const lost = ['gpu', 'llm', 'serverless', 'cloud_storage', 'gen_api', 'summary'].map(
    (category) => [category, error('This key may not read bills.')] as const,
  );
  expect(failureSentences(new Map(lost))).toEqual(['This key may not read bills.']);
});

it('names the categories of different errors', () => {
  const failed = new Map([
    ['gpu', error('Too slow.')],
    ['llm', error('Too slow.')],
    ['summary', error('Broken.')],
  ]);
  expect(failureSentences(failed)).toEqual([
    'GPU, Language models: Too slow.',
    'The service’s own total: Broken.',
  ]);
  expect(failureSentences(new Map([['gpu', error('Too slow.')]]))).toEqual(['GPU: Too slow.']);
});
