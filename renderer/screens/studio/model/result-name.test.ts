import { patch } from '../testing/studio-fixture.ts';
import { expect, it } from 'vitest';
import { resultFacts, resultName } from './result-name.ts';

const RESULT = patch('a', 3, {
  operation: 'remove-text',
  rect: { x: 5, y: 5, width: 812, height: 604 },
  durationMilliseconds: 2140,
});

it('the description of a result names the operation, size, time and cost', () => {
  expect(resultName(RESULT)).toBe('Text removal 3');
  expect(resultFacts(RESULT)).toBe('812 × 604 px, 2.1 s');
  expect(resultFacts({ ...RESULT, cost: 400 })).toBe('812 × 604 px, 2.1 s, $0.04');
  expect(resultFacts({ ...RESULT, cost: 0 })).toBe('812 × 604 px, saved result');
});

it('the description of a result shows no money in practice, whatever was recorded', () => {
  const practised = { ...RESULT, isPractice: true };
  expect(resultFacts({ ...practised, cost: 400 })).toBe('812 × 604 px, 2.1 s');
  expect(resultFacts({ ...practised, cost: 0 })).toBe('812 × 604 px, saved result');
});
