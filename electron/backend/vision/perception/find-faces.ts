/** The model sees 192 pixels, so small faces appear only in small parts. */
import sharp from 'sharp';
import {
  intersectRects,
  rectArea,
  type Point,
  type Rect,
  type Size,
} from '../../../../shared/geometry/rect.ts';
import { cutPart, tilesOf } from './cut-part.ts';
import type { Face, Perception, Picture } from './perception.ts';

const SEARCH = {
  /** Input size of the model, pixels. */
  frame: 192,
  /** First part size as a fraction of the longer side; each next one is half. */
  largestPart: 0.5,
  /** Continues to this fraction, and further while parts are longer than this many photo pixels. */
  smallPart: 0.25,
  leastHalved: 900,
  /** Distance between parts, as a fraction of their side; smaller faces are complete in one. */
  step: 0.6,
  /** Smallest part in pixels: below, nothing new is visible. */
  leastPart: 240,
  /** A face of this fraction of the shorter side is a portrait: small faces are not searched. */
  portrait: 0.3,
  /** Least score; higher for faces that only a small part shows. */
  score: 0.55,
  scoreInPart: 0.56,
  /** Overlap of two boxes that are one face, of their union or of the smaller one. */
  same: { ofBoth: 0.3, ofSmaller: 0.6 },
  /** Least side of a face as a fraction of the part: smaller ones are leaves and stones. */
  leastInPart: 0.07,
} as const;

type FaceProblem = 'small' | 'cut' | 'turned';

interface FoundFace {
  /** Pixels of the picture; brows to chin, cheek to cheek. */
  readonly box: Rect;
  readonly score: number;
  readonly problems: readonly FaceProblem[];
}

const PROBLEM = {
  /** Side in pixels below which services find no face. */
  small: 64,
  /** Fraction of the box outside the picture, or near its edge, from which it counts as cut. */
  cut: 0.08,
  /** Ratio of the nose's distances to the eyes, along the line between them. */
  turned: 4,
  /** Angle of the line between the eyes, radians. */
  tilted: 0.9,
} as const;

/** @param scale photo pixels per picture pixel @returns largest first */
export async function findFaces(
  perception: Pick<Perception, 'faces'>,
  picture: Picture,
  scale = 1,
  signal?: AbortSignal,
): Promise<readonly FoundFace[]> {
  const longer = Math.max(picture.width, picture.height);
  const shorter = Math.min(picture.width, picture.height);
  let faces = distinct(await lookAt(perception, picture, longer, SEARCH.score, signal));
  for (let share: number = SEARCH.largestPart; ; share /= 2) {
    const side = Math.round(longer * share);
    const isPortrait = faces.some(({ box }) => box.width >= SEARCH.portrait * shorter);
    const isFirst = share === SEARCH.largestPart;
    const isEnough = share < SEARCH.smallPart && side * 2 * scale <= SEARCH.leastHalved;
    if (side < SEARCH.leastPart || isEnough || (isPortrait && !isFirst)) break;
    const seen = await lookAt(perception, picture, side, SEARCH.scoreInPart, signal);
    faces = distinct([...faces, ...seen]);
  }
  return faces
    .toSorted((a, b) => rectArea(b.box) - rectArea(a.box))
    .map((face) => ({
      box: face.box,
      score: face.score,
      problems: problemsOf(face, picture, scale),
    }));
}

async function lookAt(
  perception: Pick<Perception, 'faces'>,
  picture: Picture,
  side: number,
  leastScore: number,
  signal: AbortSignal | undefined,
): Promise<readonly Face[]> {
  const { rgb, width, height } = picture;
  // Scales all parts at once to the model's input size.
  const { data, info } = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize({
      width: Math.max(1, Math.round((width * SEARCH.frame) / side)),
      height: Math.max(1, Math.round((height * SEARCH.frame) / side)),
      fit: 'fill',
    })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const small = { rgb: data, width: info.width, height: info.height };
  const scale = width / info.width;
  const isWhole = side >= Math.max(width, height);
  const faces: Face[] = [];
  const tiles = { side: SEARCH.frame, step: SEARCH.frame * SEARCH.step };
  for (const part of tilesOf(small, tiles)) {
    signal?.throwIfAborted();
    for (const { score, box, points } of await perception.faces(
      cutPart(small, part, part),
      signal,
    )) {
      const isSeen = isWhole || box.width >= SEARCH.leastInPart * SEARCH.frame;
      if (score < leastScore || !isSeen) continue;
      faces.push({
        score,
        box: {
          x: (part.x + box.x) * scale,
          y: (part.y + box.y) * scale,
          width: box.width * scale,
          height: box.height * scale,
        },
        points: points.map(({ x, y }) => ({ x: (part.x + x) * scale, y: (part.y + y) * scale })),
      });
    }
  }
  return faces;
}

function distinct(faces: readonly Face[]): readonly Face[] {
  const kept: Face[] = [];
  for (const face of faces.toSorted((a, b) => b.score - a.score)) {
    if (!kept.some((other) => isSame(other.box, face.box))) kept.push(face);
  }
  return kept;
}

function isSame(a: Rect, b: Rect): boolean {
  const shared = rectArea(intersectRects(a, b));
  const [areaA, areaB] = [rectArea(a), rectArea(b)];
  return (
    shared >= SEARCH.same.ofBoth * (areaA + areaB - shared) ||
    shared >= SEARCH.same.ofSmaller * Math.min(areaA, areaB)
  );
}

function problemsOf(
  { box, points }: Face,
  { width, height }: Size,
  scale: number,
): readonly FaceProblem[] {
  const margin = box.width * PROBLEM.cut;
  const isCut =
    box.x < -margin ||
    box.y < -margin ||
    box.x + box.width > width + margin ||
    box.y + box.height > height + margin;
  const [right, left, nose] = points;
  return [
    ...(box.width * scale < PROBLEM.small ? ['small' as const] : []),
    ...(isCut ? ['cut' as const] : []),
    ...(right && left && nose && isTurned(right, left, nose) ? ['turned' as const] : []),
  ];
}

/** The nose is beside an eye, or the eyes are above each other. */
function isTurned(right: Point, left: Point, nose: Point): boolean {
  const across = { x: left.x - right.x, y: left.y - right.y };
  const length = Math.hypot(across.x, across.y) || 1;
  const along = ((nose.x - right.x) * across.x + (nose.y - right.y) * across.y) / length;
  const far = Math.max(along, length - along);
  const isBeside = far > PROBLEM.turned * (length - far);
  return isBeside || Math.abs(Math.atan2(across.y, across.x)) > PROBLEM.tilted;
}
