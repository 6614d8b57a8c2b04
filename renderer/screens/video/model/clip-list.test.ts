import { describe, expect, it } from 'vitest';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { aJob } from '../../../features/jobs/testing/a-job.ts';
import {
  clipEntries,
  clipFilter,
  emptyWords,
  clipOf,
  clipsInOrder,
  jobsOf,
  settingsOfClip,
  titleOfClip,
} from './clip-list.ts';
import { timeLeft } from '../../../features/jobs/time-left.ts';
import { nextSendTimes } from './send-times.ts';
import { settingsInWords } from '../../../features/jobs/settings-words.ts';

function clip(id: string, changes: Partial<Job> = {}): Job {
  return aJob({ id, kind: 'video', state: 'done', ...changes });
}

function swept(id: string, value: string, changes: Partial<Job> = {}): Job {
  return clip(id, { runId: 'run', sweep: { axis: 'motion', value }, ...changes });
}

describe('the list of clips', () => {
  it('shows a sweep as one entry, at the position of the newest, by its values', () => {
    const jobs = [clip('d'), swept('c', '192'), swept('b', '65'), swept('a', '128'), clip('z')];
    const entries = clipEntries(jobs);
    expect(entries.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'clip d',
      'group run',
      'clip z',
    ]);
    expect(jobsOf(entries).map(({ id }) => id)).toEqual(['d', 'b', 'a', 'c', 'z']);
  });

  it('shows each clip of one answer, and the keys walk through all of them', () => {
    const file = (id: number, mediaType: string) => ({ id, url: '', mediaType, byteLength: 1 });
    const outputs = [file(0, 'video/mp4'), file(1, 'image/png'), file(2, 'video/mp4')];
    const both = clip('b', { outputs });
    const entries = clipEntries([clip('c'), both]);
    expect(entries.map(({ id }) => id)).toEqual(['c', 'b', 'b 2']);
    expect(clipsInOrder(entries).map(({ output }) => output?.id)).toEqual([undefined, 0, 2]);
    expect(jobsOf(entries)).toHaveLength(2);
    expect(titleOfClip(both, outputs[2])).toBe('photo.png (2 of 2)');
    expect([clipOf(both)?.id, clipOf(both, 2)?.id, clipOf(both, 1)?.id]).toEqual([0, 2, 0]);
  });

  it('distinguishes the clips of a sweep by title, and names the seed that was used', () => {
    expect(titleOfClip(swept('a', '128'))).toBe('Motion 128');
    const job = clip('a', {
      brief: {
        kind: 'video',
        picture: { photoId: 'p' },
        parameters: {
          model: 'SVD',
          resizeMode: 'CROP_TO_ASPECT_RATIO',
          steps: 20,
          motionBucketId: 90,
          seed: '-1',
        },
      },
    });
    expect(settingsInWords(job)).toBe('SVD, motion 90');
    expect(settingsInWords({ ...job, seed: '123456789012345678' })).toBe(
      'SVD, motion 90, seed 123456789012345678',
    );
    expect(settingsOfClip(job)).toBe('SVD, Crop, motion 90');
    expect(settingsOfClip(swept('a', '128'))).toBe('Motion 128');
  });
});

describe('the departure of waiting clips', () => {
  const NOW = 1_000_000;
  const of = (id: string, changes: Partial<Job>): Job =>
    clip(id, { connectionId: 'one', ...changes });
  const times = (jobs: readonly Job[], count: number) =>
    nextSendTimes(jobs, 'one', 2, count, NOW).map((time) => (time - NOW) / 1000);

  it('is immediate for two, then two a minute', () => {
    expect(times([], 5)).toEqual([0, 0, 60, 60, 120]);
  });

  it('comes after those sent within the last minute and those that wait', () => {
    const sent = of('a', { state: 'processing', submittedAt: NOW - 20_000 });
    expect(times([sent], 3)).toEqual([0, 40, 60]);
    const waiting = of('b', { state: 'waiting', startsAt: NOW + 40_000 });
    expect(times([sent, of('c', { submittedAt: NOW - 10_000 }), waiting], 1)).toEqual([50]);
  });

  it('ignores other connections, other kinds and old clips', () => {
    const jobs = [
      of('a', { submittedAt: NOW - 61_000 }),
      of('b', { submittedAt: NOW - 1000, connectionId: 'two' }),
      of('c', { submittedAt: NOW - 1000, kind: 'upscale' }),
      of('d', { submittedAt: NOW - 1000, kind: 'upscale' }),
    ];
    expect(times(jobs, 2)).toEqual([0, 0]);
  });
});

it('the remaining time of a clip is the time of sending, an estimate, or the elapsed time', () => {
  const job = clip('a', { createdAt: 0, submittedAt: 10_000, state: 'processing' });
  expect(timeLeft(clip('a', { state: 'waiting', startsAt: 24_000 }), 0)).toBe('sends in 0:24');
  expect(timeLeft({ ...job, expectedAt: 30_000 }, 18_000)).toBe('12 s left');
  expect(timeLeft({ ...job, typicalMilliseconds: 90_000 }, 20_000)).toBe('1 min 20 s left');
  expect(timeLeft({ ...job, expectedAt: 30_000 }, 45_000)).toBe('35 s');
});

it('lists every clip of an open group, whatever stars were asked for', () => {
  expect(clipFilter({ groupId: undefined, leastStars: 3 })).toEqual({ stars: 3 });
  expect(clipFilter({ groupId: 'sweep', leastStars: 3 })).toEqual({ groupId: 'sweep' });
});

it('says why a list is empty, and hides it where there are no clips at all', () => {
  const all = { groupId: undefined, leastStars: 0 };
  expect(emptyWords(all)).toBeUndefined();
  expect(emptyWords({ ...all, leastStars: 3 })).toContain('that many stars');
  // its head leads back to all clips
  expect(emptyWords({ groupId: 'sweep', leastStars: 0 })).toContain('removed');
});
