import { MOST_USED_FACES, type FacePart } from '../../../../shared/contract/faces-form.ts';
import { isSamePart } from './part.ts';

export function withUsedFaces(
  before: readonly FacePart[],
  used: readonly FacePart[],
): readonly FacePart[] {
  const others = before.filter((face) => !used.some((each) => isSamePart(each, face)));
  return [...distinct(used), ...others].slice(0, MOST_USED_FACES);
}

export function withoutFace(before: readonly FacePart[], face: FacePart): readonly FacePart[] {
  return before.filter((each) => !isSamePart(each, face));
}

function distinct(faces: readonly FacePart[]): readonly FacePart[] {
  return faces.filter((face, index) => faces.findIndex((each) => isSamePart(each, face)) === index);
}
