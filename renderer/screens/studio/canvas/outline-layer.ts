/** Draws a rectangle or lasso in progress as black and white dashes, visible on any ground. */
import type { Layer } from 'konva/lib/Layer.js';
import { Circle } from 'konva/lib/shapes/Circle.js';
import { Line } from 'konva/lib/shapes/Line.js';
import { Shape } from 'konva/lib/Shape.js';
import { photoToScreen } from '../../../viewer/stage/geometry/view.ts';
import type { Viewport } from '../../../viewer/stage/geometry/viewport.ts';
import type { DrawnOutline } from './tools/tool.ts';

const OUTLINE = {
  /** CSS pixels. */
  width: 1.5,
  dash: [5, 5],
  /** Side, CSS pixels. */
  corner: 6,
} as const;

export type OutlineLayer = ReturnType<typeof createOutlineLayer>;

export function createOutlineLayer(layer: Layer, viewport: Viewport) {
  let shown: DrawnOutline | undefined;
  const style = { strokeWidth: OUTLINE.width, listening: false, perfectDrawEnabled: false };
  const lines = [
    new Line({ ...style, stroke: '#000' }),
    new Line({ ...style, stroke: '#fff', dash: [...OUTLINE.dash] }),
  ];
  const corners = new Shape({
    listening: false,
    sceneFunc(context) {
      const { corner } = OUTLINE;
      context.fillStyle = '#fff';
      context.strokeStyle = '#000';
      context.lineWidth = 1;
      for (const point of shown?.corners ?? []) {
        const { x, y } = photoToScreen(viewport.view, point);
        const left = Math.round(x - corner / 2) + 0.5; // whole pixels for sharpness
        const top = Math.round(y - corner / 2) + 0.5;
        context.fillRect(left, top, corner, corner);
        context.strokeRect(left, top, corner, corner);
      }
    },
  });
  const rings = [
    new Circle({ ...style, stroke: '#000', strokeWidth: 2 * OUTLINE.width }),
    new Circle({ ...style, stroke: '#fff' }),
  ];
  const nodes = [...lines, corners, ...rings];

  function follow(): void {
    if (shown === undefined) return;
    const { view } = viewport;
    const { closing } = shown;
    const points = shown.points.flatMap((point) => {
      const { x, y } = photoToScreen(view, point);
      return [x, y];
    });
    for (const line of lines) line.points(points).closed(shown.isClosed);
    for (const ring of rings) {
      ring.visible(closing !== undefined);
      if (closing === undefined) continue;
      ring.position(photoToScreen(view, closing.at)).radius(closing.radius);
    }
    rings[1]?.fill(closing?.isUnderPointer === true ? 'rgba(255, 255, 255, 0.6)' : '');
    layer.batchDraw();
  }

  return {
    show(outline: DrawnOutline | undefined): void {
      if (outline === undefined && shown === undefined) return;
      if (shown === undefined) layer.add(...nodes);
      shown = outline;
      if (outline !== undefined) return follow();
      // An empty layer costs nothing: see `picture-stage.ts`.
      for (const node of nodes) node.remove();
      layer.draw();
    },
    follow,
    destroy(): void {
      for (const node of nodes) node.destroy();
    },
  };
}
