import { describe, expect, it } from 'vitest';
import { resultFacts, resultName } from './result-name.ts';

const RESULT = {
  id: 'a',
  jobId: 'b',
  number: 3,
  operation: 'remove-text',
  rect: { x: 5, y: 5, width: 812, height: 604 },
  state: 'applied',
  url: '',
  thumbnailUrl: '',
  maskUrl: '',
  createdAt: 0,
  durationMilliseconds: 2140,
  parameters: {},
  isPractice: false,
  lookedAt: 1,
  baseIds: [],
  isBaseChanged: false,
} as const;

describe('the description of a result', () => {
  it('names the operation, size, time and cost', () => {
    expect(resultName(RESULT)).toBe('Text removal 3');
    expect(resultFacts(RESULT)).toBe('812 × 604 px, 2.1 s');
    expect(resultFacts({ ...RESULT, cost: 400 })).toBe('812 × 604 px, 2.1 s, $0.04');
    expect(resultFacts({ ...RESULT, cost: 0 })).toBe('812 × 604 px, saved result');
  });

  it('shows no money in practice, whatever was recorded', () => {
    const practised = { ...RESULT, isPractice: true };
    expect(resultFacts({ ...practised, cost: 400 })).toBe('812 × 604 px, 2.1 s');
    expect(resultFacts({ ...practised, cost: 0 })).toBe('812 × 604 px, saved result');
  });
});
