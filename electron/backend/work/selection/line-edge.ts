import type { LinePlace } from './found-stroke.ts';
import type { HeldPicture } from './messages.ts';
import { edgeReaches, type EdgePlace } from './soft-edge.ts';

const LINE_RIM = {
  /** Pixels between samples. */
  step: 3,
  /** Samples on both sides for the tangent. */
  tangent: 6,
  /** Largest offset of the edge, pixels. */
  beside: 3,
} as const;

/** @param way picture pixels, about one apart; two points stay an unchanged straight line */
export function lineWithSoftEdge(
  picture: HeldPicture,
  way: readonly LinePlace[],
): readonly LinePlace[] {
  if (way.length <= 2) return way;
  const { step } = LINE_RIM;
  const places = way.flatMap((_place, at) => (at % step === 0 ? [at] : []));
  const upper = places.map((at) => edgePlace(way, at, 1));
  const lower = places.map((at) => edgePlace(way, at, -1));
  // Both sides, as for an outline.
  const { reaches: all } = edgeReaches(
    picture,
    [[...upper, ...lower.toReversed()]],
    LINE_RIM.beside,
  );
  const [reaches = new Uint8Array()] = all;
  return way.map((place, at) => {
    const index = Math.min(places.length - 1, Math.round(at / step));
    const reach = Math.max(reaches[index] ?? 0, reaches.at(-1 - index) ?? 0);
    return { ...place, width: place.width + 2 * reach };
  });
}

function edgePlace(way: readonly LinePlace[], at: number, side: 1 | -1): EdgePlace {
  const from = way[Math.max(0, at - LINE_RIM.tangent)] ?? ORIGIN;
  const to = way[Math.min(way.length - 1, at + LINE_RIM.tangent)] ?? ORIGIN;
  const { x, y, width } = way[at] ?? ORIGIN;
  const length = Math.max(1e-6, Math.hypot(to.x - from.x, to.y - from.y));
  const outX = (side * (to.y - from.y)) / length;
  const outY = (side * (from.x - to.x)) / length;
  return { x: x + (outX * width) / 2, y: y + (outY * width) / 2, outX, outY };
}

const ORIGIN: LinePlace = { x: 0, y: 0, width: 0 };
