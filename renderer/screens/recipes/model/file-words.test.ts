import { describe, expect, it } from 'vitest';
import type { RecipeFile } from '../../../../shared/contract/recipes.ts';
import { fileSentence, planWords } from './file-words.ts';

function file(changes: Partial<RecipeFile>): RecipeFile {
  return {
    position: 0,
    name: 'a.png',
    folder: '',
    state: 'done',
    judgement: 'none',
    steps: [],
    calls: 0,
    ...changes,
  };
}

const STEPS = [{ kind: 'mix', strength: 1, matchColors: true } as const];

describe('the state of a file', () => {
  it('gives the reason of a failure, the current step, the written file, or the skip', () => {
    const step = { calls: 0, jobIds: [] };
    const error = { kind: 'rejected', message: 'The service refused it.' } as const;
    expect(fileSentence(file({ state: 'failed', error }), STEPS)).toBe('The service refused it.');
    expect(
      fileSentence(file({ state: 'running', steps: [{ ...step, state: 'started' }] }), STEPS),
    ).toBe('Step 1 of 1: Match the colours of the picture before');
    const saved = { name: 'a (2).png' };
    expect(fileSentence(file({ steps: [{ ...step, state: 'done', saved }] }), STEPS)).toBe(
      'Saved as “a (2).png”',
    );
    const note = 'No text found. The picture is unchanged.';
    expect(fileSentence(file({ steps: [{ ...step, state: 'skipped', note }] }), STEPS)).toBe(note);
  });

  it('includes its size, calls and cost in a plan', () => {
    const own = { calls: 1, pixels: 1, cost: 200, isEstimate: false, width: 10, height: 20 };
    expect(planWords(own, false)).toBe('10 × 20, 1 call, $0.02');
    expect(planWords({ ...own, calls: 0 }, true)).toBe('10 × 20, no calls');
    const expected = { ...own, calls: 0, isEstimate: true };
    expect(planWords(expected, true)).toBe('10 × 20, no calls expected');
    expect(planWords({ ...own, isEstimate: true }, true)).toBe('10 × 20, about 1 call');
  });
});
