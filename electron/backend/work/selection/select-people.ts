import type { PhotoFace } from '../../../../shared/contract/faces.ts';
import {
  intersectRects,
  isEmptyRect,
  rectOfSize,
  unionRects,
  rectArea,
  type Rect,
  type Size,
  type Point,
} from '../../../../shared/geometry/rect.ts';
import { findFaces } from '../../vision/perception/find-faces.ts';
import type { Perception, Picture, Segmentation } from '../../vision/perception/perception.ts';
import type { FoundObject, SelectionWork } from './messages.ts';
import { surroundingsOf } from './object-area.ts';
import type { ObjectFinder, FinderPrompt } from './object-finder.ts';
import { ratedCandidates, type RatedCandidate } from './pick-candidate.ts';
import { surroundings } from './finder-geometry.ts';
import { logitsOver, type SeenObject } from './seen-object.ts';

const PERSON = {
  /** Body box relative to the face's centre: face widths sideways, face heights above and below. */
  body: { aside: 2.6, above: 1.4, below: 10 },
  bust: { aside: 2, above: 1.4, below: 4 },
  /** Distance of the chest below the face's centre, face heights. */
  chest: 1.6,
  /** A crop of more than this fraction is the whole photo, which all faces share. */
  whole: 0.5,
  /** Least coverage of the face, and most of another one. */
  face: 0.55,
  other: 0.25,
  /** Least area in faces: less is only a head. Most: more is a crowd or the ground. */
  least: 1.8,
  most: 90,
  /** Weight of size besides score and stability, each 0 to 1. */
  size: 0.1,
  boxShare: 0.5,
} as const;

/** Photo space. */
interface FoundPerson {
  readonly face: Rect;
  readonly seen: SeenObject;
}

/**
 * Prompts with face, chest and a box of body proportions, and takes the largest single person.
 * @param faces photo space @returns in the order of the faces, without shared pixels
 * @throws AppError as `ObjectFinder.answer`
 */
async function findPeople(
  finder: Pick<ObjectFinder, 'answer'>,
  photo: { readonly id: string } & Size,
  faces: readonly Rect[],
  signal: AbortSignal | undefined,
): Promise<readonly FoundPerson[]> {
  const people: FoundPerson[] = [];
  for (const face of faces) {
    const others = faces.filter((other) => other !== face);
    const seen = await findPerson(finder, photo, face, others, signal);
    if (seen !== undefined) people.push({ face, seen });
  }
  return people.map((person) => ({
    ...person,
    seen: people.reduce(
      (seen, other) => (other === person ? seen : withoutOther(seen, other.seen)),
      person.seen,
    ),
  }));
}

async function findPerson(
  finder: Pick<ObjectFinder, 'answer'>,
  photo: { readonly id: string } & Size,
  face: Rect,
  others: readonly Rect[],
  signal: AbortSignal | undefined,
): Promise<SeenObject | undefined> {
  const whole = rectOfSize(photo);
  const own = surroundings(intersectRects(around(face, PERSON.body), whole), photo);
  const rect = rectArea(own) > PERSON.whole * rectArea(whole) ? whole : own;
  const middle = middleOf(face);
  const chest = { x: middle.x, y: middle.y + PERSON.chest * face.height };
  const off = others.map(middleOf).filter((at) => isIn(rect, at));
  const boxes = [PERSON.bust, PERSON.body]
    .map((proportions) => intersectRects(around(face, proportions), rect))
    .filter((box) => rectArea(box) <= PERSON.boxShare * rectArea(rect));
  const prompts: readonly FinderPrompt[] = [
    { on: [middle], off },
    { on: isIn(rect, chest) ? [middle, chest] : [middle], off },
    ...boxes.map((box) => ({ box, on: [middle], off })),
  ];
  let best: { readonly score: number; readonly seen: SeenObject } | undefined;
  for (const prompt of prompts) {
    const found = await finder.answer(photo.id, rect, prompt, signal);
    const isClick = prompt.box === undefined && prompt.on?.length === 1 && off.length === 0;
    for (const candidate of ratedCandidates(found, isClick)) {
      const score = scoreOf(candidate, found, rect, face, others);
      if (score === undefined || score <= (best?.score ?? -Infinity)) continue;
      const { width, height, scale } = found;
      best = { score, seen: { rect, width, height, scale, logits: candidate.logits } };
    }
  }
  return best?.seen;
}

/** `undefined` if it is no single person. */
function scoreOf(
  candidate: RatedCandidate,
  found: Segmentation,
  rect: Rect,
  face: Rect,
  others: readonly Rect[],
): number | undefined {
  const faces = candidate.pixels / found.scale ** 2 / rectArea(face);
  if (faces < PERSON.least || faces > PERSON.most) return undefined;
  if (coverOf(candidate, found, rect, face) < PERSON.face) return undefined;
  if (others.some((other) => coverOf(candidate, found, rect, other) > PERSON.other))
    return undefined;
  return Math.min(1, candidate.score) + candidate.stability + PERSON.size * Math.log(faces);
}

/** Fraction of a photo area that a candidate covers; 0 outside the crop. */
function coverOf(
  { logits }: RatedCandidate,
  { width, height, scale }: Segmentation,
  { x, y }: Rect,
  part: Rect,
): number {
  const left = Math.max(0, Math.floor((part.x - x) * scale));
  const top = Math.max(0, Math.floor((part.y - y) * scale));
  const right = Math.min(width, Math.ceil((part.x + part.width - x) * scale));
  const bottom = Math.min(height, Math.ceil((part.y + part.height - y) * scale));
  let [all, covered] = [0, 0];
  for (let row = top; row < bottom; row++) {
    for (let column = left; column < right; column++) {
      all += 1;
      if ((logits[row * width + column] ?? 0) > 0) covered += 1;
    }
  }
  return all === 0 ? 0 : covered / all;
}

/** Assigns pixels of two overlapping persons to the one with the higher logit. */
function withoutOther(seen: SeenObject, other: SeenObject): SeenObject {
  if (rectArea(intersectRects(seen.rect, other.rect)) === 0) return seen;
  const { rect, width, height, scale } = seen;
  const covered = { ...rect, width: width / scale, height: height / scale };
  const theirs = logitsOver(other, covered, seen);
  const logits = seen.logits.map((logit, index) => {
    const its = theirs[index] ?? 0;
    return logit > 0 && its > logit ? -its : logit;
  });
  return { ...seen, logits };
}

function around(
  face: Rect,
  { aside, above, below }: Readonly<Record<'aside' | 'above' | 'below', number>>,
): Rect {
  const { x, y } = middleOf(face);
  return {
    x: x - aside * face.width,
    y: y - above * face.height,
    width: 2 * aside * face.width,
    height: (above + below) * face.height,
  };
}

function middleOf({ x, y, width, height }: Rect): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function isIn(rect: Rect, { x, y }: Point): boolean {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

/** Most people, nearest first: each takes about two seconds. */
const MOST = 24;
const MARK = 1;

type ObjectOrder = SelectionWork['object']['order'];

interface SelectedPerson extends FoundObject {
  readonly face: Rect;
}

/** @returns from left to right @throws AppError `cancelled`, `tool-unavailable` */
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
  const nearest = faces.slice(0, MOST).map(({ bounds }) => bounds);
  const people = await findPeople(deps.finder, photo, nearest, signal);
  const selected: SelectedPerson[] = [];
  for (const person of people) {
    signal.throwIfAborted();
    const order = orderFor(person, size, withShadow);
    const found = await cut(order, unionRects(person.seen.rect, surroundingsOf(order)));
    if (found.pixels > 0) selected.push({ ...found, face: person.face });
  }
  return selected.toSorted((a, b) => a.face.x - b.face.x);
}

/** @param picture the whole photo @returns nearest first, in photo space */
export async function facesOf(
  perception: Perception,
  picture: Picture,
  photo: Size,
  signal: AbortSignal | undefined,
): Promise<readonly PhotoFace[]> {
  const scale = photo.width / picture.width;
  const found = await findFaces(perception, picture, scale, signal);
  return found.flatMap(({ box, problems }): PhotoFace[] => {
    const bounds = intersectRects(rectOfSize(photo), {
      x: Math.round(box.x * scale),
      y: Math.round(box.y * scale),
      width: Math.round(box.width * scale),
      height: Math.round(box.height * scale),
    });
    return isEmptyRect(bounds) ? [] : [{ bounds, problems: [...problems] }];
  });
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
