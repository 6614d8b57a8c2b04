import { describe, expect, it } from 'vitest';
import type { RecipePlan, RecipeRun } from '../../../shared/contract/recipes.ts';
import {
  callWords,
  costWords,
  runProgress,
  runSentence,
  runShare,
  runState,
  runTrouble,
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
    isOfStudio: false,
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

describe('the text of a run', () => {
  it('counts the pictures that take part', () => {
    expect(runProgress(run({ remainingMilliseconds: 5000 }))).toBe(
      '4 of 9 pictures, 1 failed, 1 left out, a few seconds left',
    );
    expect(runShare(run())).toBeCloseTo(4 / 9);
  });

  it('counts only the pictures of its trial', () => {
    const trial = run({ first: 3, states: { ...NONE, waiting: 7, done: 2, 'left-out': 1 } });
    expect([runState(trial), runProgress(trial)]).toEqual(['Trial', '2 of 3 pictures, 1 left out']);
    expect(runState(run({ state: 'tried', first: 3 }))).toBe('Trial finished');
  });

  it('counts its calls, and mentions no money in practice', () => {
    expect(callWords(run({ cost: 800 }))).toBe('4 of 9 calls, 1 failed, $0.08');
    expect(callWords(run({ isPractice: true, cost: 800, callsFailed: 0 }))).toBe(
      '4 of 9 calls, practice: free',
    );
    expect(callWords(run({ calls: 0 }))).toBe('');
  });

  it('says exactly what pausing does, and what may be paid twice', () => {
    expect(runSentence(run())).toBe('');
    const paused = run({ state: 'paused', callsUnderWay: 2 });
    expect(runSentence(paused)).toBe('2 calls are still running. No more calls are sent.');
    expect(runSentence({ ...paused, callsUnderWay: 0 })).toBe('Nothing is sent until you resume.');
    const unknown = run({ state: 'done', callsUnknown: 1 });
    expect(runSentence(unknown)).toBe(
      '1 call got no answer and may have been charged. Running again may charge you twice.',
    );
    expect(runSentence({ ...unknown, isPractice: true })).toBe('1 call got no answer.');
  });
});

describe('the text of a plan', () => {
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

  it('shows the cost of its calls, nothing for saved results, and free in practice', () => {
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
});

it('names what blocks a running run: the error of a call that is retried', () => {
  const error = { kind: 'unreachable' as const, message: 'The service can’t be reached.' };
  const held = { batchId: 'run', state: 'processing' as const, error };
  expect(runTrouble(run(), [held])).toBe(error.message);
  expect(runTrouble(run(), [{ ...held, batchId: 'other' }])).toBeUndefined();
  expect(runTrouble(run(), [{ ...held, state: 'failed' }])).toBeUndefined();
  expect(runTrouble(run(), [{ batchId: 'run', state: 'processing' }])).toBeUndefined();
  expect(runTrouble(run({ state: 'done' }), [held])).toBeUndefined();
});
