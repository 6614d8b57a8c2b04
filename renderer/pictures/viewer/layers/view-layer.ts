/**
 * A Konva layer whose content is drawn by hand in device pixels, and which knows which view it shows:
 * a part of it is only drawn into when the rest is in the same view.
 *
 * When only the position changes, everything is drawn again all the same. Moving the drawing and
 * drawing the new strips is slower in Chromium's software canvas: 7 ms for copying a canvas of
 * 1440 × 900 onto itself, against 1 to 3 ms for drawing the photo.
 */
import type { Layer } from 'konva/lib/Layer.js';
import { Shape } from 'konva/lib/Shape.js';
import { isEmptyRect, type Rect } from '../../../../shared/geometry/rect.ts';
import { nativeContext } from './native-context.ts';
import type { DeviceTransform } from '../geometry/device-transform.ts';
import type { Viewport } from '../geometry/viewport.ts';

export interface ViewLayer {
  /** Shows the current view; does nothing when it is shown already. */
  show(): void;
  /** Draws everything again in the current view. */
  redraw(): void;
  /** Draws a part of the stage again (whole device pixels), or all when the view has moved since. */
  redrawPart(part: Rect): void;
  /** For drawing into the layer from outside; shows the current view first. */
  readonly context: CanvasRenderingContext2D;
  /** The stage in device pixels. */
  readonly area: Rect;
  destroy(): void;
}

/**
 * @param paint draws the content within `part` (whole device pixels; clipped and cleared already),
 *   with the identity transform
 */
export function createViewLayer(
  layer: Layer,
  viewport: Viewport,
  paint: (context: CanvasRenderingContext2D, part: Rect) => void,
): ViewLayer {
  /** The view that the layer's canvas shows; `undefined` = it has to be drawn again. */
  let shown: DeviceTransform | undefined;
  const shape = new Shape({ listening: false, perfectDrawEnabled: false, sceneFunc: paintAll });
  layer.add(shape);

  function area(): Rect {
    const { width, height } = layer.getNativeCanvasElement();
    return { x: 0, y: 0, width, height };
  }

  function paintAll(): void {
    const context = nativeContext(layer);
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    paint(context, area());
    context.restore();
    shown = viewport.transform;
  }

  function paintPart(part: Rect): void {
    if (isEmptyRect(part)) return;
    const context = nativeContext(layer);
    context.save();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.beginPath();
    context.rect(part.x, part.y, part.width, part.height);
    context.clip();
    context.clearRect(part.x, part.y, part.width, part.height);
    paint(context, part);
    context.restore();
  }

  function redraw(): void {
    layer.drawScene();
  }

  function show(): void {
    if (!isCurrent()) redraw();
  }

  function isCurrent(): boolean {
    const { zoom, x, y } = viewport.transform;
    return shown?.zoom === zoom && shown.x === x && shown.y === y;
  }

  return {
    show,
    redraw,
    redrawPart(part) {
      if (!isCurrent()) {
        redraw();
        return;
      }
      paintPart(part);
      // As Konva says it after its own drawing, for observers of the layer.
      layer.fire('draw', { node: layer });
    },
    get context() {
      show();
      return nativeContext(layer);
    },
    get area() {
      return area();
    },
    destroy: () => {
      shape.destroy();
    },
  };
}
