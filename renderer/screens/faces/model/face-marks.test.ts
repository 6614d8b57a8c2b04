import { describe, expect, it } from 'vitest';
import type { PhotoFace } from '../../../../shared/contract/faces.ts';
import { cropOfFace, faceIn, noteOfFaces } from './face-marks.ts';

const PHOTO = { width: 1000, height: 800 };

function face(x: number, y: number, side: number, ...problems: PhotoFace['problems']): PhotoFace {
  return { bounds: { x, y, width: side, height: side }, problems };
}

it('the crop of a face is a square with a margin around the face', () => {
  expect(cropOfFace(face(400, 300, 100), PHOTO)).toEqual({
    x: 340,
    y: 230,
    width: 220,
    height: 220,
  });
});

it('the crop of a face stays inside the picture, even around a large face', () => {
  expect(cropOfFace(face(0, 0, 100), PHOTO)).toMatchObject({ x: 0, y: 0 });
  expect(cropOfFace(face(200, 100, 600), PHOTO)).toEqual({
    x: 100,
    y: 0,
    width: 800,
    height: 800,
  });
});

describe('the description of faces', () => {
  const large = face(100, 100, 200);
  const small = face(700, 200, 40, 'small');

  it('names what is missing, in the picture or in the crop', () => {
    expect(noteOfFaces([], null)?.text).toContain('No face found in this picture');
    const beside = { x: 400, y: 500, width: 100, height: 100 };
    expect(noteOfFaces([large], beside)).toMatchObject({ isWarning: true });
    expect(noteOfFaces([large], beside)?.text).toContain('in the crop');
  });

  it('describes the selected face', () => {
    expect(noteOfFaces([large, small], null)?.text).toBe('2 faces found. Click the one you mean.');
    expect(noteOfFaces([large], null)).toBeUndefined();
    expect(noteOfFaces([large, small], cropOfFace(small, PHOTO))).toMatchObject({
      isWarning: true,
      text: 'The face is small. A larger picture of it gives a better result.',
    });
  });

  it('selects the largest face in the crop', () => {
    expect(faceIn([large, small], null)).toBe(large);
    expect(faceIn([large, small], cropOfFace(small, PHOTO))).toBe(small);
    expect(faceIn([large, small], { x: 0, y: 600, width: 50, height: 50 })).toBeUndefined();
  });
});
