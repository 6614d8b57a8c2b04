/**
 * The weights of a mix as pixels of the window: an alpha picture that the viewer lays over the result. Strokes
 * are drawn into it piece by piece, in the task of the pointer's event.
 */
import type { Mix, MixedOutput, MixStroke } from '../../shared/contract/mix.ts';
import { isEmptyRect, type Rect } from '../../shared/geometry/rect.ts';
import { mixFrame, sizeWithin } from '../../shared/mix/mix-frame.ts';
import { edgeShares } from '../../shared/mix/mix-weights.ts';
import { coverOf, coverStroke } from '../../shared/mix/stroke-cover.ts';
import type { PictureWeight } from '../viewer/index.ts';

/** Largest drawing of weights: a face at its limit of 2048 × 2048 is drawn pixel by pixel. */
const MOST_PIXELS = 2048 * 2048;

/** See the file comment. */
export interface MixWeight {
  /** For a patch of the viewer. */
  readonly weight: PictureWeight;
  /** Shows a mix; draws only the parts that are others. */
  show(mix: Mix): void;
  /** A stroke under way. @param fromPoint index of its first new point */
  extend(stroke: MixStroke, fromPoint: number): void;
  /** Nothing of the result is seen for a moment. */
  peek(isPeeking: boolean): void;
  /** The stroke under way is given up. */
  forget(): void;
}

export function createMixWeight({ rect, softSides }: MixedOutput, initial: Mix): MixWeight {
  const frame = mixFrame(rect, sizeWithin(rect, MOST_PIXELS));
  const { width, height } = frame.size;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  let shown: Mix = { ...initial, strokes: [] };
  let cover: Uint8Array = new Uint8Array(width * height);
  let shares = edgeShares(frame, initial.softEdge, softSides);
  let isPeeking = false;
  draw(frame.part);
  show(initial);

  /** Brings the weights of a part onto the canvas. */
  function draw(part: Rect): void {
    if (context === null || isEmptyRect(part)) return;
    const picture = new ImageData(part.width, part.height);
    const { data } = picture;
    for (let y = 0, to = 3; y < part.height; y++) {
      const down = shares.down[part.y + y] ?? 0;
      let from = (part.y + y) * width + part.x;
      for (let x = 0; x < part.width; x++, from++, to += 4) {
        const share = down * (shares.across[part.x + x] ?? 0);
        data[to] = Math.round(share * (255 - (cover[from] ?? 0)));
      }
    }
    context.putImageData(picture, part.x, part.y);
  }

  function show(mix: Mix): void {
    const added = addedStrokes(shown.strokes, mix.strokes);
    const isEdgeSame = mix.softEdge === shown.softEdge;
    if (!isEdgeSame) shares = edgeShares(frame, mix.softEdge, softSides);
    if (added === undefined) cover = coverOf(frame, mix.strokes);
    const changed = (added ?? []).map((stroke) => coverStroke(cover, frame, stroke));
    shown = mix;
    if (!isEdgeSame || added === undefined) draw(frame.part);
    else for (const part of changed) draw(part);
  }

  return {
    weight: {
      image: () => ({ image: canvas, size: frame.size }),
      opacity: () => (isPeeking ? 0 : shown.strength),
    },
    show,
    extend(stroke, fromPoint) {
      draw(coverStroke(cover, frame, stroke, fromPoint));
    },
    peek(next) {
      isPeeking = next;
    },
    forget() {
      cover = coverOf(frame, shown.strokes);
      draw(frame.part);
    },
  };
}

/** The strokes that are new at the end; `undefined` where others have gone. */
function addedStrokes(
  before: readonly MixStroke[],
  now: readonly MixStroke[],
): readonly MixStroke[] | undefined {
  if (before.length > now.length) return undefined;
  return before.every((stroke, index) => stroke === now[index])
    ? now.slice(before.length)
    : undefined;
}
