import type { Layer } from 'konva/lib/Layer.js';
import { Group } from 'konva/lib/Group.js';
import { Rect as RectShape } from 'konva/lib/shapes/Rect.js';
import type { Point, Rect } from '../../../../shared/geometry/rect.ts';
import { createBlink } from '../comparing/blink.ts';
import type { Viewport } from '../geometry/viewport.ts';

const MARK = {
  /** CSS pixels between the part and the frame. */
  distance: 4,
  /** CSS pixels of the dark line and the light one on it. */
  dark: 4,
  light: 2,
  corner: 3,
} as const;

/** @param starts top left corners of the panes, CSS pixels */
export function createMarkLayer(layer: Layer, viewport: Viewport, starts: () => readonly Point[]) {
  let shown: Rect | undefined;
  let shapes: readonly Group[] = [];
  let isVisible = true;
  const blink = createBlink((on) => {
    isVisible = on;
    for (const shape of shapes) shape.visible(on);
    layer.batchDraw();
  });

  function clear(): void {
    for (const shape of shapes) shape.destroy();
    shapes = [];
  }

  function draw(): void {
    const isEmpty = shapes.length === 0;
    clear();
    if (shown === undefined && isEmpty) return;
    if (shown !== undefined) {
      const rect = shown;
      shapes = starts().map(({ x, y }) => {
        const { width, height } = viewport.stage;
        const group = new Group({
          x,
          y,
          clip: { x: 0, y: 0, width, height },
          listening: false,
          visible: isVisible,
        });
        return group.add(frame(rect, '#000', MARK.dark), frame(rect, '#fff', MARK.light));
      });
      // An empty layer costs nothing: see `picture-stage.ts`.
      layer.add(...shapes);
    }
    layer.batchDraw();
  }

  function frame(rect: Rect, stroke: string, strokeWidth: number): RectShape {
    const { x, y, scale } = viewport.view;
    const by = MARK.distance;
    return new RectShape({
      x: rect.x * scale + x - by,
      y: rect.y * scale + y - by,
      width: rect.width * scale + 2 * by,
      height: rect.height * scale + 2 * by,
      cornerRadius: MARK.corner,
      stroke,
      strokeWidth,
      listening: false,
      perfectDrawEnabled: false,
    });
  }

  return {
    /** @param rect photo space */
    show(rect: Rect | undefined): void {
      if (rect === undefined && shown === undefined) return;
      if (rect === undefined) blink.stop();
      shown = rect;
      draw();
    },
    /** Stays still if reduced motion is on. */
    blink(): void {
      if (!matchMedia('(prefers-reduced-motion: reduce)').matches) blink.start();
    },
    follow(): void {
      if (shown !== undefined) draw();
    },
    destroy(): void {
      blink.stop();
      clear();
    },
  };
}
