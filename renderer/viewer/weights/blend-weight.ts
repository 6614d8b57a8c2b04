/** Draws strokes piece by piece, in the task of the pointer event. */
import type { BlendStroke } from '../../../shared/contract/blend.ts';
import { isEmptyRect, type Rect } from '../../../shared/geometry/rect.ts';
import type { BlendFrame } from '../../../shared/blend/blend-frame.ts';
import { coverOf, coverStroke } from '../../../shared/blend/stroke-cover.ts';

export interface BlendLook {
  /** 0 … 1. */
  readonly opacity: number;
  /** Width in the unit of the {@link SoftEdge}. */
  readonly edge: number;
  readonly strokes: readonly BlendStroke[];
}

/** @returns a function that writes the share of each pixel of a row, 0 to 1 */
export type SoftEdge = (width: number) => (y: number, shares: Float64Array) => void;

export type BlendWeight = ReturnType<typeof createBlendWeight>;

export function createBlendWeight(frame: BlendFrame, softEdge: SoftEdge, initial: BlendLook) {
  const { width, height } = frame.size;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  let shown: BlendLook = { ...initial, strokes: [] };
  let cover: Uint8Array = new Uint8Array(width * height);
  let fillRow = softEdge(initial.edge);
  let isPeeking = false;
  /** The stroke that was drawn piece by piece, which need not be drawn again when it has ended. */
  let drawn: BlendStroke | undefined;
  const shares = new Float64Array(width);
  draw(frame.part);
  show(initial);

  function draw(part: Rect): void {
    if (context === null || isEmptyRect(part)) return;
    const picture = new ImageData(part.width, part.height);
    const { data } = picture;
    for (let y = 0, to = 3; y < part.height; y++) {
      fillRow(part.y + y, shares);
      let from = (part.y + y) * width + part.x;
      for (let x = 0; x < part.width; x++, from++, to += 4) {
        data[to] = Math.round((shares[part.x + x] ?? 0) * (255 - (cover[from] ?? 0)));
      }
    }
    context.putImageData(picture, part.x, part.y);
  }

  function show(look: BlendLook): void {
    const added = addedStrokes(shown.strokes, look.strokes);
    const isEdgeSame = look.edge === shown.edge;
    if (!isEdgeSame) fillRow = softEdge(look.edge);
    if (added === undefined) cover = coverOf(frame, look.strokes);
    const fresh = (added ?? []).filter((stroke) => !isSame(stroke, drawn));
    const changed = fresh.map((stroke) => coverStroke(cover, frame, stroke));
    drawn = undefined;
    shown = look;
    if (!isEdgeSame || added === undefined) draw(frame.part);
    else for (const part of changed) draw(part);
  }

  return {
    weight: {
      image: () => ({ image: canvas, size: frame.size }),
      opacity: () => (isPeeking ? 0 : shown.opacity),
    },
    /** Redraws only the parts that changed. */
    show,
    /** @param fromPoint index of the first new point */
    extend(stroke: BlendStroke, fromPoint: number): void {
      // an undo meanwhile has removed what was drawn of it
      const from = drawn === undefined ? 0 : fromPoint;
      drawn = stroke;
      draw(coverStroke(cover, frame, stroke, from));
    },
    peek(next: boolean): void {
      isPeeking = next;
    },
    forget(): void {
      drawn = undefined;
      cover = coverOf(frame, shown.strokes);
      draw(frame.part);
    },
  };
}

function isSame(stroke: BlendStroke, other: BlendStroke | undefined): boolean {
  return (
    stroke.points.length === other?.points.length &&
    stroke.points.every((value, index) => value === other.points[index]) &&
    stroke.radius === other.radius &&
    stroke.isErase === other.isErase
  );
}

/** Returns `undefined` if earlier strokes are gone. */
function addedStrokes(
  before: readonly BlendStroke[],
  now: readonly BlendStroke[],
): readonly BlendStroke[] | undefined {
  if (before.length > now.length) return undefined;
  return before.every((stroke, index) => stroke === now[index])
    ? now.slice(before.length)
    : undefined;
}
