import {
  intersectRects,
  isEmptyRect,
  rectOfSize,
  unionRects,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';
import { findFaces } from '../../vision/perception/find-faces.ts';
import type { Perception, Picture } from '../../vision/perception/perception.ts';
import type { FoundObject, SelectionWork } from './messages.ts';
import { surroundingsOf } from './object-area.ts';
import type { ObjectFinder } from './object-finder.ts';
import { findPeople, type FoundPerson } from './person-finder.ts';

/** Most people, nearest first: each takes about two seconds. */
const MOST = 24;
/** Width of the mark on a face, photo pixels. */
const MARK = 1;

type ObjectOrder = SelectionWork['object']['order'];

interface SelectedPerson extends FoundObject {
  readonly face: Rect;
}

/**
 * @param picture the whole photo @param cut refines a segmentation @returns from left to right
 * @throws AppError `cancelled`, `tool-unavailable`, errors of `cut`
 */
export async function selectPeople(
  deps: { readonly perception: Perception; readonly finder: ObjectFinder },
  photo: { readonly id: string; readonly withShadow: boolean } & Size,
  picture: Picture,
  cut: (order: ObjectOrder, rect: Rect) => Promise<FoundObject>,
  signal: AbortSignal,
): Promise<readonly SelectedPerson[]> {
  const { withShadow, width, height } = photo;
  const size = { width, height };
  const faces = await facesOf(deps.perception, picture, size, signal);
  const people = await findPeople(deps.finder, photo, faces, signal);
  const selected: SelectedPerson[] = [];
  for (const person of people) {
    signal.throwIfAborted();
    const order = orderFor(person, size, withShadow);
    const found = await cut(order, unionRects(person.seen.rect, surroundingsOf(order)));
    if (found.pixels > 0) selected.push({ ...found, face: person.face });
  }
  return selected.toSorted((a, b) => a.face.x - b.face.x);
}

async function facesOf(
  perception: Perception,
  picture: Picture,
  photo: Size,
  signal: AbortSignal,
): Promise<readonly Rect[]> {
  const scale = photo.width / picture.width;
  const found = await findFaces(perception, picture, scale, signal);
  return found
    .map(({ box }) =>
      intersectRects(rectOfSize(photo), {
        x: Math.round(box.x * scale),
        y: Math.round(box.y * scale),
        width: Math.round(box.width * scale),
        height: Math.round(box.height * scale),
      }),
    )
    .filter((face) => !isEmptyRect(face))
    .slice(0, MOST);
}

function orderFor({ face, seen }: FoundPerson, photo: Size, withShadow: boolean): ObjectOrder {
  const at = { x: face.x + face.width / 2, y: face.y + face.height / 2 };
  return {
    photo,
    gesture: { kind: 'scribble', points: [at], width: MARK },
    strokes: [],
    withShadow,
    pass: 'fine',
    seen: { ...seen, isUnsure: false },
  };
}
