import { expect, it } from 'vitest';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { expectedUpscale } from '../../../../shared/geometry/upscale-size.ts';
import { aJob } from '../../../features/jobs/testing/a-job.ts';
import { resultNotes } from './notes.ts';
import { latestTries, othersLike, titleOfResult } from './results.ts';
import { describeAll, describeArea, describeEdges, describeRequestedSize } from './size-words.ts';

const PART = { x: 0, y: 0, width: 8, height: 8 };

function upscale(id: string, changes: Partial<Job> = {}, rect?: typeof PART): Job {
  return aJob({
    id,
    kind: 'upscale',
    brief: {
      kind: 'upscale',
      picture: { photoId: 'a', ...(rect === undefined ? {} : { rect }) },
      parameters: { upscaler: id, size: { mode: 'factor', factor: 2 } },
    },
    subject: { photoId: 'a', photoName: 'a.png', region: rect ?? { ...PART, width: 100 } },
    outputs: [{ id: 0, url: '/media/files/x', mediaType: 'image/png', byteLength: 1 }],
    ...changes,
  });
}

it('describes sizes and edges in words', () => {
  expect(describeArea({ width: 2000, height: 1328 })).toEqual([
    '2.66 MP',
    '16.9 × 11.2 cm at 300 dpi',
  ]);
  const small = { width: 800, height: 600 };
  expect(describeAll([{ width: 4000, height: 3000 }, small])).toBe(
    '2 pictures: 800 × 600 to 4000 × 3000 px, 12.5 MP in all',
  );
  expect(describeAll([small, small])).toBe('2 pictures: 800 × 600 px, 0.96 MP in all');
  expect(describeRequestedSize({ mode: 'size', width: 8, height: 9, crop: true })).toBe(
    'to 8 × 9 px, cropped',
  );
  const photo = { width: 1001, height: 667 };
  const cut = { mode: 'size', width: 2000, height: 1000, crop: true } as const;
  expect(describeEdges(expectedUpscale(photo, cut, []))).toBe('25 % of the picture is cut off.');
  const border = { ...cut, width: 2007, height: 1328 };
  expect(describeEdges(expectedUpscale(photo, border, []))).toContain('black border of up to 4 px');
  expect(describeEdges(expectedUpscale(photo, { mode: 'factor', factor: 2 }, []))).toBeUndefined();
});

it('a result says where it differs from the forecast', () => {
  const size = { width: 120, height: 80 };
  const sound = { border: null, flat: [], black: [] };
  expect(resultNotes({ raw: size, promised: size }, sound, undefined)).toEqual([]);
  const part = { x: 0, y: 0, width: 0.1, height: 0.1 };
  const notes = resultNotes(
    { raw: { width: 90, height: 70 }, promised: size },
    { ...sound, flat: [part], black: [part, part] },
    'low memory',
  );
  expect(notes).toHaveLength(4);
  expect(notes[0]).toContain('90 × 70 px. Gesso expected 120 × 80 px');
  expect(notes[1]).toContain('2 parts of the result are black');
  expect(notes[2]).toContain('A part of the result is flat');
  expect(notes[3]).toBe('The service warns: low memory');
});

it('compares only other results of the same part, distinguished by their settings', () => {
  const a = upscale('a', { createdAt: 3 }, PART);
  const b = upscale('b', { createdAt: 2 }, PART);
  expect(othersLike(a, [a, b, upscale('c')])).toEqual([b]);
  expect(titleOfResult(a)).toBe('a, 2×');
});

it('shows a try that was run again in place of the one that failed', () => {
  const tried = (id: string, upscaler: string, changes: Partial<Job> = {}): Job => {
    const { brief } = upscale(upscaler, {}, PART);
    return upscale(id, { brief, runId: 'tries', ...changes }, PART);
  };
  const failed = tried('a', 'Lanczos', { state: 'failed', createdAt: 1 });
  const other = tried('b', 'Nearest', { createdAt: 1 });
  const again = tried('c', 'Lanczos', { createdAt: 5 });
  const jobs = [again, upscale('d', { createdAt: 9 }), other, failed];
  expect(latestTries(['a', 'b'], jobs)).toEqual([again, other]);
  expect(latestTries(['a', 'b', 'c', 'gone'], jobs)).toEqual([again, other]);
  expect(latestTries(['a', 'b'], [failed, other])).toEqual([failed, other]);
  const removed = { ...again, isRemoved: true };
  expect(latestTries(['a', 'b'], [removed, failed, other])).toEqual([failed, other]);
  expect(latestTries(['d'], jobs).map(({ id }) => id)).toEqual(['d']);
});
