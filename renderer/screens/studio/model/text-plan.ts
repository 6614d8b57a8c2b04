import type { BoxLimits } from '../../../../shared/geometry/box-edit.ts';
import { isSameRect, rectOfSize, type Rect, type Size } from '../../../../shared/geometry/rect.ts';
import {
  fitsTextRemoval,
  planTextTiles,
  planWholePhoto,
  reducedSize,
  type TextTile,
} from '../../../../shared/geometry/text-tiles.ts';
import { LEAST_TEXT_BOX } from '../../../../shared/geometry/text-blocks.ts';
import type { RemoveTextMode } from '../../../../shared/contract/cleanup.ts';

/** A text removal of more calls asks first. */
export const MANY_CALLS = 10;

/** Numbered by call, from 1; unnumbered if another box has the same tile. */
export interface NumberedTile extends TextTile {
  readonly number: number | undefined;
  /** Index. */
  readonly box: number;
}

export interface PlannedText {
  readonly mode: RemoveTextMode;
  /** The default one first. */
  readonly modes: readonly RemoveTextMode[];
  /** Photo space, one call each. */
  readonly regions: readonly Rect[];
  /** Of boxes that are too large for one call. */
  readonly tiles: readonly NumberedTile[];
  /** Size to send, if it is reduced. */
  readonly reduced: Size | undefined;
}

/** @param wanted falls back to the drawn boxes or the whole photo */
export function planText(
  photo: Size,
  boxes: readonly Rect[],
  wanted: RemoveTextMode | undefined,
): PlannedText {
  const modes: readonly RemoveTextMode[] = fitsTextRemoval(photo)
    ? ['whole', 'boxes']
    : ['whole', 'boxes', 'reduced'];
  const usual = boxes.length > 0 ? 'boxes' : 'whole';
  const mode = modes.find((each) => each === wanted) ?? usual;
  const common = { mode, modes, tiles: [], reduced: undefined };
  if (mode === 'whole') {
    return { ...common, regions: planWholePhoto(photo).map(({ region }) => region) };
  }
  if (mode === 'reduced') {
    return { ...common, regions: [rectOfSize(photo)], reduced: reducedSize(photo) };
  }
  if (boxes.length === 0) return { ...common, regions: [] };
  const planned = planTextTiles(boxes, photo);
  return {
    ...common,
    regions: planned.map(({ region }) => region),
    tiles: boxes.flatMap((box, index) => numberedTiles(box, index, planned, photo)),
  };
}

export function limitsOfTextBox(photo: Size): BoxLimits {
  const required = { x: 0, y: 0, width: 0, height: 0 };
  return { photo, required, minSide: LEAST_TEXT_BOX, maxPixels: Infinity };
}

/** Returns how much text areas are enlarged again, e.g. 3.9 times. */
export function lossOfSharpness(photo: Size, reduced: Size): number {
  return Math.max(photo.width / reduced.width, photo.height / reduced.height);
}

function numberedTiles(
  box: Rect,
  index: number,
  planned: readonly TextTile[],
  photo: Size,
): readonly NumberedTile[] {
  const tiles = planTextTiles([box], photo);
  if (tiles.length === 1) return [];
  return tiles.map((tile) => {
    const at = planned.findIndex(({ region }) => isSameRect(region, tile.region));
    return { ...tile, box: index, number: at < 0 ? undefined : at + 1 };
  });
}
