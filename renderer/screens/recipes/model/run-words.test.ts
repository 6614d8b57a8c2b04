import { describe, expect, it } from 'vitest';
import type { RecipeFile, RecipePlan, RecipeRun } from '../../../../shared/contract/recipes.ts';
import {
  costWords,
  fileSentence,
  fileState,
  planWords,
  runProgress,
  runShare,
  runState,
} from './run-words.ts';

const NONE = {
  waiting: 0,
  running: 0,
  'to-judge': 0,
  done: 0,
  failed: 0,
  stopped: 0,
  'left-out': 0,
};

function run(changes: Partial<RecipeRun> = {}): RecipeRun {
  return {
    id: 'run',
    revision: 1,
    state: 'running',
    name: 'Small',
    createdAt: 0,
    files: 10,
    states: { ...NONE, waiting: 4, running: 1, done: 3, failed: 1, 'left-out': 1 },
    judged: { none: 10, accepted: 0, rejected: 0 },
    calls: 9,
    callsDone: 4,
    callsFailed: 1,
    callsUnderWay: 1,
    callsUnknown: 0,
    isPractice: false,
    ...changes,
  };
}

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

describe('a run', () => {
  it('counts those that take part', () => {
    expect(runProgress(run({ remainingMilliseconds: 5000 }))).toBe(
      '4 of 9 pictures · 1 failed · 1 left out · a few seconds left',
    );
    expect(runShare(run())).toBeCloseTo(4 / 9);
  });

  it('counts the pictures of its trial alone', () => {
    const trial = run({ first: 3, states: { ...NONE, waiting: 7, done: 2, 'left-out': 1 } });
    expect([runState(trial), runProgress(trial)]).toEqual([
      'Trial',
      '2 of 3 pictures · 1 left out',
    ]);
    expect(runState(run({ state: 'tried', first: 3 }))).toBe('Trial finished');
  });
});

describe('a file', () => {
  it('is what it was judged to be, once it has a picture', () => {
    expect(fileState({ state: 'done', judgement: 'accepted' })).toBe('Accepted');
    expect(fileState({ state: 'failed', judgement: 'rejected' })).toBe('Failed');
    expect(fileState({ state: 'to-judge', judgement: 'none' })).toBe('To judge');
  });

  it('says why it failed, what it is doing, what was written, or what was passed over', () => {
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
});

describe('a plan', () => {
  const plan: RecipePlan = {
    planned: 2,
    files: 2,
    taking: 2,
    calls: 4,
    pixels: 1,
    cost: 800,
    isEstimate: false,
    storedCalls: 4,
    costWithStored: 0,
    isPractice: false,
    steps: [],
    leftOutCount: 0,
    leftOut: [],
  };

  it('costs what its calls cost, nothing for saved results, and is free in practice', () => {
    expect(costWords(plan, false)).toBe('Expected cost: $0.08');
    expect(costWords(plan, true)).toBe('Free: uses saved results.');
    expect(costWords({ ...plan, isEstimate: true }, false)).toBe('Expected cost about: $0.08');
    expect(costWords({ ...plan, isPractice: true }, false)).toBe('Practice: free.');
    expect(costWords({ ...plan, calls: 0, storedCalls: 0 }, true)).toBe(
      'Free: made on this computer.',
    );
    const { cost: _cost, ...unknown } = plan;
    expect(costWords(unknown, false)).toBe('Cost unknown.');
  });

  it('of one file has its size, calls and cost', () => {
    const own = { calls: 1, pixels: 1, cost: 200, isEstimate: false, width: 10, height: 20 };
    expect(planWords(own, false)).toBe('10 × 20 · 1 call · $0.02');
    expect(planWords({ ...own, calls: 0 }, true)).toBe('10 × 20 · No calls');
  });
});
