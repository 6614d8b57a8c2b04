import type { Viewport } from '../../../viewer/stage/geometry/viewport.ts';
import type { CanvasCore } from './core-types.ts';
import type { MaskController } from './mask-controller.ts';
import type { MaskEdits } from './mask-edits.ts';

export type MaskActions = Pick<
  CanvasCore,
  | 'clearMask'
  | 'replaceMask'
  | 'invertMask'
  | 'growMask'
  | 'shrinkMask'
  | 'fillMaskHoles'
  | 'readMaskPicture'
  | 'addMask'
  | 'maskWholePhoto'
  | 'restoreMaskStep'
  | 'maskTiles'
  | 'takeDirtyTiles'
  | 'maskBounds'
  | 'subtractTiles'
  | 'uniteTiles'
  | 'fillShapes'
  | 'editMask'
>;

export function createMaskActions(
  mask: MaskController,
  edits: MaskEdits,
  viewport: Viewport,
): MaskActions {
  return {
    clearMask: () => void mask.edit([], 'replace', 'clear mask'),
    replaceMask: (tiles, label = 'mask') => void mask.edit(tiles, 'replace', label),
    invertMask: () => mask.invert(),
    growMask: (distance) => edits.grow(distance),
    shrinkMask: (distance) => edits.shrink(distance),
    fillMaskHoles: () => edits.fillHoles(),
    readMaskPicture: (picture) => edits.readPicture(picture),
    addMask: (tiles, from) => edits.add(tiles, from),
    maskWholePhoto() {
      const { photo } = viewport;
      if (photo === undefined) return;
      const { width, height } = photo;
      const corners = [
        { x: 0, y: 0 },
        { x: width, y: 0 },
        { x: width, y: height },
        { x: 0, y: height },
      ];
      mask.fillShape(corners, 255, 'mask whole photo');
    },
    restoreMaskStep: (tiles, label) => mask.restoreCommand(tiles, label),
    maskTiles: () => mask.packed(),
    takeDirtyTiles: () => mask.takeDirty(),
    maskBounds: () => mask.bounds(),
    subtractTiles: (tiles) => mask.combine(tiles, 'subtract', 'subtract from mask'),
    uniteTiles: (tiles) => mask.combine(tiles, 'unite', 'add to mask'),
    fillShapes: (shapes, label) => mask.fillShapes(shapes, 255, label),
    editMask: (tiles, mode, label) => mask.edit(tiles, mode, label),
  };
}
