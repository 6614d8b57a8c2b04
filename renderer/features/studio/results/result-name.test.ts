import { describe, expect, it } from 'vitest';
import { resultFacts, resultName, resultTime } from './result-name.ts';

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
  isBaseChanged: false,
} as const;

describe('a result in words', () => {
  it('says what was done, how large, how long and at what cost', () => {
    expect(resultName(RESULT)).toBe('Text removal 3');
    expect(resultFacts(RESULT)).toBe('812 × 604 px · 2.1 s');
    expect(resultFacts({ ...RESULT, cost: 400 })).toBe('812 × 604 px · 2.1 s · $0.04');
    expect(resultFacts({ ...RESULT, cost: 0 })).toBe('812 × 604 px · from the store');
  });

  it('says when, with the day where it is not today', () => {
    const at = new Date(2026, 10, 20, 14, 5).getTime();
    expect(resultTime(at, new Date(2026, 10, 20, 23, 59).getTime())).toBe('14:05');
    expect(resultTime(at, new Date(2026, 10, 21, 0, 1).getTime())).toMatch(/20 Nov.*14:05/u);
  });
});
