import { describe, expect, it } from 'vitest';
import type { FacePart } from '../../../../shared/contract/faces-form.ts';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { aJob } from '../../../features/jobs/testing/a-job.ts';
import { blamed } from './blame.ts';
import { describeMatrix, failedCells, matrixOf } from './matrix.ts';
import { requestOf, WHOLE } from './part.ts';
import { withoutFace, withUsedFaces } from './used-faces.ts';

const part = (photoId: string, more: Partial<FacePart> = {}): FacePart => ({
  photoId,
  ...WHOLE,
  ...more,
});

let number = 0;
function run(face: FacePart, picture: FacePart, more: Partial<Job> = {}): Job {
  number += 1;
  return aJob({
    id: `job ${number}`,
    kind: 'merge-face',
    brief: requestOf(face, picture, 'png'),
    state: 'done',
    createdAt: number,
    ...more,
  });
}

function noFace(details: Record<string, string> = {}): Partial<Job> {
  const error = new AppError('rejected', 'No face.', {
    details: { reason: 'IMAGE_NO_FACE_DETECTED', ...details },
  }).toData();
  return { state: 'failed', error };
}

describe('a run that found no face', () => {
  const failed = run(part('f'), part('p'), noFace());

  it('blames the picture that was never used successfully', () => {
    expect(blamed(failed, [run(part('f'), part('x'))])).toBe('picture');
    expect(blamed(failed, [run(part('x'), part('p'))])).toBe('face');
    // a picture that received a face has one
    expect(blamed(failed, [run(part('x'), part('f'))])).toBe('picture');
  });

  it('blames none when both or none were used, or the crop differs', () => {
    expect(blamed(failed, [])).toBeUndefined();
    expect(blamed(failed, [run(part('f'), part('x')), run(part('x'), part('p'))])).toBeUndefined();
    const cropped = part('f', { rect: { x: 0, y: 0, width: 5, height: 5 } });
    expect(blamed(failed, [run(cropped, part('x'))])).toBeUndefined();
    expect(blamed(failed, [run(part('f'), part('x'), noFace())])).toBeUndefined();
  });

  it('trusts a service that names the field', () => {
    expect(blamed(run(part('f'), part('p'), noFace({ field: 'face_image_file' })), [])).toBe(
      'face',
    );
    expect(blamed(run(part('f'), part('p'), noFace({ field: 'image_file' })), [])).toBe('picture');
  });
});

describe('the matrix of a group', () => {
  const [a, b] = [part('a'), part('b')];
  const [x, y] = [part('x'), part('y')];

  it('has faces in rows, pictures in columns, and the latest run in each cell', () => {
    const first = [run(a, x), run(a, y)];
    const failed = run(b, x, noFace());
    const jobs = [...first, failed, run(b, y, { state: 'waiting' })];
    expect(describeMatrix(jobs)).toBe('2 of 4 done, 1 waiting, 1 failed');
    expect(failedCells(jobs)).toEqual([failed]);
    const again = run(b, x);
    const matrix = matrixOf([...jobs, again]);
    expect([matrix.faces, matrix.pictures]).toEqual([
      [a, b],
      [x, y],
    ]);
    expect(matrix.cell(b, x)).toBe(again);
    expect(failedCells([...jobs, again])).toEqual([]);
  });
});

it('lists used faces once each, the latest first, and removes them on request', () => {
  const cropped = part('a', { rect: { x: 0, y: 0, width: 5, height: 5 } });
  const used = withUsedFaces([part('a'), part('b')], [part('b'), cropped, cropped]);
  expect(used).toEqual([part('b'), cropped, part('a')]);
  expect(withoutFace(used, part('a'))).toEqual([part('b'), cropped]);
});
