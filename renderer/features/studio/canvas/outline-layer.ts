/** The line of a rectangle or lasso that is being drawn: dashes in black and white, seen on any ground. */
import type { Layer } from 'konva/lib/Layer.js';
import { Line } from 'konva/lib/shapes/Line.js';
import type { Outline } from './tools/tool.ts';
import type { Viewport } from '../../../viewer/viewport.ts';

const OUTLINE = {
  /** CSS pixels. */
  width: 1.5,
  dash: [5, 5],
} as const;

export interface OutlineLayer {
  show(outline: Outline | undefined): void;
  /** The view has changed. */
  follow(): void;
  destroy(): void;
}

export function createOutlineLayer(layer: Layer, viewport: Viewport): OutlineLayer {
  let shown: Outline | undefined;
  const style = { strokeWidth: OUTLINE.width, listening: false, perfectDrawEnabled: false };
  const lines = [
    new Line({ ...style, stroke: '#000' }),
    new Line({ ...style, stroke: '#fff', dash: [...OUTLINE.dash] }),
  ];

  function follow(): void {
    if (shown === undefined) return;
    const { view } = viewport;
    const points = shown.points.flatMap(({ x, y }) => [
      x * view.scale + view.x,
      y * view.scale + view.y,
    ]);
    for (const line of lines) line.points(points).closed(shown.isClosed);
    layer.batchDraw();
  }

  return {
    show(outline) {
      if (outline === undefined && shown === undefined) return;
      if (shown === undefined) layer.add(...lines);
      shown = outline;
      if (outline !== undefined) {
        follow();
        return;
      }
      // An empty layer costs nothing: see `still-layer.ts`.
      for (const line of lines) line.remove();
      layer.draw();
    },
    follow,
    destroy() {
      for (const line of lines) line.destroy();
    },
  };
}
