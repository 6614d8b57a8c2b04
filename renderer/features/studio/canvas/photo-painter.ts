/** Draws the photo and the patches over it into their layer: what is on the stage, in one go. */
import type { Layer } from 'konva/lib/Layer.js';
import { Shape } from 'konva/lib/Shape.js';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import type { PictureSource } from './picture.ts';
import { nativeContext } from './native-context.ts';
import type { Viewport } from './viewport.ts';

/** A result over the photo. */
export interface PlacedPicture {
  /** Photo space. */
  readonly rect: Rect;
  readonly picture: PictureSource;
}

export interface PhotoPainter {
  setPhoto(photo: PictureSource | undefined): void;
  setPatches(patches: readonly PlacedPicture[]): void;
  /** Draws the layer now. */
  redraw(): void;
  destroy(): void;
}

const CHECKERBOARD = {
  /** CSS pixels of a square. */
  side: 8,
  light: '#cfcfcf',
  dark: '#a9a9a9',
} as const;

export function createPhotoPainter(layer: Layer, viewport: Viewport): PhotoPainter {
  let photo: PictureSource | undefined;
  let patches: readonly PlacedPicture[] = [];
  const shape = new Shape({
    listening: false,
    perfectDrawEnabled: false,
    sceneFunc: () => paint(nativeContext(layer)),
  });
  layer.add(shape);

  function paint(context: CanvasRenderingContext2D): void {
    if (photo === undefined) return;
    const { transform, visible } = viewport;
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    if (!photo.opaque) paintCheckerboard(context, visible);
    photo.draw(context, { x: 0, y: 0, ...photo.size }, visible, transform);
    for (const patch of patches) patch.picture.draw(context, patch.rect, visible, transform);
    context.restore();
  }

  /** Behind a photo that may be transparent. */
  function paintCheckerboard(context: CanvasRenderingContext2D, visible: Rect): void {
    const side = Math.max(1, Math.round(CHECKERBOARD.side * viewport.pixelRatio));
    const tile = new OffscreenCanvas(side * 2, side * 2);
    const tileContext = tile.getContext('2d');
    if (tileContext === null) return;
    tileContext.fillStyle = CHECKERBOARD.light;
    tileContext.fillRect(0, 0, side * 2, side * 2);
    tileContext.fillStyle = CHECKERBOARD.dark;
    tileContext.fillRect(0, 0, side, side);
    tileContext.fillRect(side, side, side, side);
    const pattern = context.createPattern(tile, 'repeat');
    if (pattern === null) return;
    const { zoom, x, y } = viewport.transform;
    pattern.setTransform(new DOMMatrix([1, 0, 0, 1, x, y]));
    context.fillStyle = pattern;
    const left = visible.x * zoom + x;
    const top = visible.y * zoom + y;
    context.fillRect(left, top, visible.width * zoom, visible.height * zoom);
  }

  return {
    setPhoto(next) {
      photo = next;
    },
    setPatches(next) {
      patches = next;
    },
    redraw: () => {
      layer.drawScene();
    },
    destroy: () => {
      shape.destroy();
    },
  };
}
