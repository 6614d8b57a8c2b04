import { describe, expect, it } from 'vitest';
import { jobStateSchema, type Job } from '../../../shared/contract/jobs.ts';
import {
  describeJob,
  blockedReason,
  checkAgainLabel,
  runAgainLabel,
  runJobAgainLabel,
} from './job-words.ts';
import { aJob } from './testing/a-job.ts';

describe('the text of jobs', () => {
  it('distinguishes every state from the others', () => {
    const words = jobStateSchema.options.map((state) => describeJob(aJob({ state })));
    expect(new Set(words).size).toBe(words.length);
  });

  it.each<[string, Partial<Job>]>([
    ['Queued at the service', { state: 'queued' }],
    ['Working', { state: 'processing' }],
    ['The service says “ON_HOLD”', { state: 'processing', serviceStatus: 'ON_HOLD' }],
    ['Expired', { state: 'expired' }],
    ['Done (saved result)', { state: 'done', price: 0 }],
    ['Nothing found', { kind: 'remove-text', state: 'done', warning: 'No text found.' }],
    ['Done', { kind: 'upscale', state: 'done', warning: 'Low memory.' }],
    ['No answer', { state: 'unknown', isPractice: true }],
    ['No answer (may have been charged)', { state: 'unknown', isPractice: false }],
    [
      'Unusable answer (may have been charged)',
      { state: 'unknown', isPractice: false, hasKeptAnswer: true },
    ],
    ['Unusable answer', { state: 'unknown', isPractice: true, hasKeptAnswer: true }],
    ['Waiting to be sent', { state: 'waiting', startsAt: 5 }],
    [
      'No connection, trying again',
      { state: 'processing', error: { kind: 'unreachable', message: 'x' } },
    ],
    [
      'Still asking: the service gives no usable answer',
      { state: 'queued', error: { kind: 'rejected', message: 'x' } },
    ],
    ['Paused: disk full', { state: 'downloading', error: { kind: 'disk-full', message: 'x' } }],
    [
      'Waiting: too many calls at once',
      { state: 'waiting', error: { kind: 'rate-limited', message: 'x' } },
    ],
  ])('says “%s”', (words, job) => {
    expect(describeJob(aJob(job))).toBe(words);
  });

  it('gives the reason and an action while the service cannot be reached', () => {
    const error = { kind: 'rejected', message: 'The service refused.' } as const;
    expect(blockedReason(aJob({ state: 'queued', error, taskId: 't' }))).toBe(
      'The service refused. Gesso keeps asking until you stop it; the task itself continues.',
    );
    expect(blockedReason(aJob({ state: 'downloading', error }))).toBe('The service refused.');
    expect(blockedReason(aJob({ state: 'queued' }))).toBeUndefined();
    expect(blockedReason(aJob({ state: 'waiting', error }))).toBeUndefined();
    expect(blockedReason(aJob({ state: 'failed', error }))).toBeUndefined();
  });

  it('shows no price in practice', () => {
    expect(checkAgainLabel({ isPractice: false })).toBe('Check again (free)');
    expect(runAgainLabel({ calls: 1, isPractice: true })).toBe('Run again (1 call)');
    expect(checkAgainLabel({ isPractice: true })).toBe('Check again');
  });

  it('names how many calls are sent again, and their cost', () => {
    const isPractice = false;
    expect(runAgainLabel(undefined)).toBe('Run again');
    expect(runAgainLabel({ calls: 3, cost: 600, isPractice })).toBe('Run again (3 calls, $0.06)');
    expect(runAgainLabel({ calls: 1, isPractice })).toBe('Run again (1 call, cost unknown)');
    const failed = aJob({ state: 'failed' });
    const call = { cost: 200, isPractice };
    expect(runJobAgainLabel(failed, call)).toBe('Run again (1 call, $0.02)');
    expect(runJobAgainLabel(failed, { isPractice: true })).toBe('Run again (1 call)');
    // nothing has left yet; then the answer has arrived and is only stored
    const error = { kind: 'disk-full', message: 'The disk is full.' } as const;
    expect(runJobAgainLabel({ ...failed, error }, call)).toBe('Run again (1 call, $0.02)');
    expect(runJobAgainLabel({ ...failed, error, submittedAt: 1 }, call)).toBe('Run again');
  });
});
