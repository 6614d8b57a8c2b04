import type { StepMask } from '../../../../../shared/contract/recipes.ts';
import { invalidInput } from '../../../../../shared/errors/app-error.ts';
import { type Rect, type Size, hasSameShape } from '../../../../../shared/geometry/rect.ts';

import {
  createMaskReader,
  createMaskWriter,
  eachRun,
} from '../../../../../shared/mask/mask-rows.ts';
import { scaleMask } from '../../../../../shared/mask/mask-scale.ts';
import type { PackedMaskTile } from '../../../../../shared/mask/mask-tiles.ts';
import { readableOf } from '../readable.ts';
import { placeIn } from './crop-geometry.ts';
import type { StepTools } from './step.ts';

type Tiles = readonly PackedMaskTile[];

/** @returns empty without a detection @throws AppError `invalid-input` for another shape */
export async function stepMask(
  mask: StepMask,
  photo: Size & { readonly id: string },
  tools: StepTools,
): Promise<Tiles> {
  switch (mask.from) {
    case 'kept':
      return keptMask(mask, photo, tools);
    case 'people':
      return await tools.finder.people(readableOf(tools, photo.id), mask.withShadow);
    case 'spots': {
      const spots = await tools.finder.spots(photo.id, mask.sensitivity);
      return filledOutlines(
        spots.map(({ outline }) => outline),
        photo,
      );
    }
    case 'text': {
      const lines = await tools.finder.text(readableOf(tools, photo.id));
      return filledOutlines(
        lines.map(({ outline }) => outline),
        photo,
      );
    }
    case 'object': {
      const points = mask.at.map(({ x, y }) => ({ x: x * photo.width, y: y * photo.height }));
      return await tools.finder.object(photo.id, points, mask.withShadow);
    }
  }
}

/** @throws as {@link stepMask} */
export function keptMask(
  { maskId, placement }: Extract<StepMask, { readonly from: 'kept' }>,
  size: Size,
  { recipes }: Pick<StepTools, 'recipes'>,
): Tiles {
  const kept = recipes.maskTiles(maskId);
  if (placement !== 'scale') {
    const { x, y } = placeIn(size, kept.size, placement);
    return movedMask(kept.tiles, { x, y, ...kept.size }, size);
  }
  if (hasSameShape(size, kept.size)) return scaleMask(kept.tiles, kept.size, size);
  throw invalidInput(
    `This picture (${size.width} × ${size.height}) does not have the shape of the mask (${kept.size.width} × ${kept.size.height}).`,
  );
}

function movedMask(tiles: Tiles, at: Rect, picture: Size): Tiles {
  const reader = createMaskReader(tiles);
  const writer = createMaskWriter();
  const row = new Uint8Array(picture.width);
  const top = Math.max(0, at.y);
  const bottom = Math.min(picture.height, at.y + at.height);
  for (let y = top; y < bottom; y++) {
    reader.read(y - at.y, -at.x, row);
    eachRun(row, 1, (from, to) => writer.span(y, from, to));
  }
  return writer.tiles();
}

/** By the even-odd rule. @param outlines alternating x and y */
function filledOutlines(outlines: readonly (readonly number[])[], size: Size): Tiles {
  const writer = createMaskWriter();
  for (const outline of outlines) {
    const ys = outline.filter((_, index) => index % 2 === 1);
    const top = Math.max(0, Math.floor(ys.reduce((a, b) => Math.min(a, b), Infinity)));
    const bottom = Math.min(size.height, Math.ceil(ys.reduce((a, b) => Math.max(a, b), -Infinity)));
    for (let y = top; y < bottom; y++) {
      const crossings = crossingsAt(outline, y + 0.5);
      for (let index = 0; index + 1 < crossings.length; index += 2) {
        const from = Math.max(0, Math.floor(crossings[index] ?? 0));
        const to = Math.min(size.width, Math.ceil(crossings[index + 1] ?? 0));
        if (from < to) writer.span(y, from, to);
      }
    }
  }
  return writer.tiles();
}

function crossingsAt(outline: readonly number[], y: number): readonly number[] {
  const crossings: number[] = [];
  const count = outline.length / 2;
  for (let index = 0; index < count; index++) {
    const next = (index + 1) % count;
    const [x1 = 0, y1 = 0] = [outline[index * 2], outline[index * 2 + 1]];
    const [x2 = 0, y2 = 0] = [outline[next * 2], outline[next * 2 + 1]];
    if (y1 <= y === y2 <= y) continue;
    crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
  }
  return crossings.sort((a, b) => a - b);
}
