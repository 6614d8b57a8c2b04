import { describe, expect, it, vi } from 'vitest';
import type { Job, JobOutput } from '../../../shared/contract/jobs.ts';
import { aJob } from '../../features/jobs/testing/a-job.ts';
import type { MadePoster } from './clips.ts';
import { createPosterMaker } from './make-posters.ts';

const FACTS = { frameCount: 1, frameTimes: [0, 100], codec: 'avc1', hasAudio: false };

function clip(id: string, changes: Partial<JobOutput> = {}, state: Job['state'] = 'done'): Job {
  const output = { id: 0, url: `/media/files/${id}`, mediaType: 'video/mp4', byteLength: 1 };
  return aJob({ id, state, outputs: [{ ...output, clip: FACTS, ...changes }] });
}

function fixture(answers: Readonly<Record<string, MadePoster>> = {}) {
  const still = new Blob(['still']);
  const asked: string[] = [];
  let under = 0;
  const calls = {
    most: 0,
    put: [] as string[],
    refused: [] as string[],
    ended: [] as string[],
    failed: 0,
  };
  const make = createPosterMaker(
    () => ({
      async makePoster(url: string) {
        asked.push(url);
        under += 1;
        calls.most = Math.max(calls.most, under);
        await Promise.resolve();
        under -= 1;
        return answers[url] ?? { still };
      },
    }),
    {
      begin: (jobId) => Promise.resolve(jobId !== 'crashed'),
      end: (jobId) => Promise.resolve(void calls.ended.push(jobId)),
      put: (jobId) => {
        calls.put.push(jobId);
        return jobId === 'gone' ? Promise.reject(new Error('gone')) : Promise.resolve();
      },
      refuse: (jobId) => Promise.resolve(void calls.refused.push(jobId)),
      fail: () => {
        calls.failed += 1;
      },
    },
  );
  return { make, asked, calls };
}

describe('making stills', () => {
  it('makes each missing still once, one after another', async () => {
    const { make, asked, calls } = fixture();
    const jobs = [
      clip('a'),
      clip('b', { poster: '/media/files/p' }),
      clip('c', {}, 'downloading'),
      clip('d', { mediaType: 'image/gif' }),
      clip('e', { mediaType: 'image/png', clip: undefined }),
      clip('f', { clip: { ...FACTS, isPlayable: false } }),
    ];
    make(jobs);
    make(jobs);
    await vi.waitFor(() => expect(calls.put).toEqual(['a', 'd']));
    expect(asked).toEqual(['/media/files/a', '/media/files/d']);
    expect(calls.most).toBe(1);
  });

  it('gives equal clips, which share one file, a still each', async () => {
    const { make, calls } = fixture();
    make([clip('first'), clip('again', { url: '/media/files/first' })]);
    await vi.waitFor(() => expect(calls.put).toEqual(['first', 'again']));
  });

  it('reports a clip that cannot be decoded, and continues after an error', async () => {
    const { make, calls } = fixture({
      '/media/files/odd': { failure: 'unsupported' },
      '/media/files/away': { failure: 'fetch' },
    });
    make([clip('odd'), clip('away'), clip('gone'), clip('good')]);
    await vi.waitFor(() => expect(calls.put).toEqual(['gone', 'good']));
    expect(calls.refused).toEqual(['odd']);
    expect(calls.failed).toBe(1);
  });

  it('skips a clip that crashed the window before, and clears its guard otherwise', async () => {
    const { make, asked, calls } = fixture({
      '/media/files/odd': { failure: 'unsupported' },
      '/media/files/away': { failure: 'fetch' },
    });
    make([
      clip('crashed'),
      clip('endless', { clip: undefined, damage: 'endless' }),
      clip('stopped', { damage: 'stopped' }),
      clip('odd'),
      clip('away'),
      clip('gone'),
      clip('good'),
    ]);
    await vi.waitFor(() => expect(calls.ended).toEqual(['odd', 'away', 'gone', 'good']));
    expect(asked).toEqual(['odd', 'away', 'gone', 'good'].map((id) => `/media/files/${id}`));
  });
});
