import type { PictureStage } from '../../../viewer/stage/layers/picture-stage.ts';
import type { CleanedPainter } from './cleaned-painter.ts';
import type { CanvasCore } from './core-types.ts';

export type Showing = Pick<
  CanvasCore,
  | 'prepare'
  | 'expectFile'
  | 'adoptPreview'
  | 'setMark'
  | 'showRect'
  | 'placeOf'
  | 'fit'
  | 'zoomToActualSize'
  | 'setZoom'
  | 'zoomBy'
  | 'resize'
  | 'drawPatchesNow'
  | 'setPatches'
  | 'setPeekOriginal'
  | 'setComparison'
  | 'setSplit'
  | 'showSide'
  | 'setCleaned'
  | 'setCleanedColor'
>;

export function createShowing(shown: PictureStage, cleaned: CleanedPainter): Showing {
  const { comparison, viewport } = shown;
  return {
    prepare: (photos) =>
      shown.prepare(photos.map(({ photo, patches }) => ({ picture: photo, patches }))),
    expectFile: (file) => shown.expect(file),
    adoptPreview: (photo, isSameFile) => shown.adopt(photo, isSameFile),
    setMark: (rect) => shown.setMark(rect),
    showRect: (rect) => shown.showRect(rect),
    placeOf: (rect) => shown.placeOf(rect),
    fit: () => viewport.fit(),
    zoomToActualSize: () => viewport.zoomToActualSize(),
    setZoom: (zoom) => viewport.setZoom(zoom),
    zoomBy: (factor) => viewport.zoomBy(factor),
    resize: shown.resize,
    drawPatchesNow: () => shown.drawPictureNow(),
    setPatches: (next) => shown.setPatches(next),
    setPeekOriginal: (on) => comparison.setPeek(on),
    setComparison: (wanted) =>
      comparison.set(
        wanted && {
          mode: wanted.mode,
          states: [{ patches: wanted.first }, { patches: wanted.second }],
        },
      ),
    setSplit: (share) => comparison.setSplit(share),
    showSide: (side) => comparison.showState(side === 'first' ? 0 : 1),
    setCleaned(tiles) {
      cleaned.setTiles(tiles, viewport.photo);
      shown.redrawPicture();
    },
    setCleanedColor(color) {
      cleaned.setColor(color);
      shown.redrawPicture();
    },
  };
}
