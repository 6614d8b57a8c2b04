import type { PointerSample } from '../../../viewer/stage/input/gesture.ts';
import type { Point } from '../../../../shared/geometry/rect.ts';
import type { MaskController } from './mask-controller.ts';
import type { OutlineLayer } from './outline-layer.ts';
import type { TaperEnd } from './taper.ts';
import type { ToolState } from './tool-state.ts';
import type { SizedToolName, ToolContext } from './tools/tool.ts';
import type { PictureStage } from '../../../viewer/stage/layers/picture-stage.ts';
import { photoToScreen } from '../../../viewer/stage/geometry/view.ts';
import type { Viewport } from '../../../viewer/stage/geometry/viewport.ts';

const PEN_PRESSURE = {
  /** Share of the size at the lightest touch. */
  lightest: 0.1,
  /** Below 1 widens the middle of the range, because hands mostly press lightly. */
  exponent: 0.8,
} as const;

/**
 * @param place converts screen points of a view that may be turned
 * @param strokeBegins called before the first piece is drawn
 * @param sizeShown shows or hides the size as text next to the ring
 */
export function createToolContext(
  viewport: Viewport,
  place: Pick<PictureStage, 'panBy' | 'toScreen' | 'toStage'>,
  zoomBy: (factor: number, at: Point) => void,
  mask: MaskController,
  tools: ToolState,
  outline: OutlineLayer,
  strokeBegins: () => void,
  boxDrawn: (from: Point, to: Point) => void,
  sizeShown: (shown: boolean) => void,
  selecting: Pick<ToolContext, 'select' | 'previewFrom'>,
  resultBrush: () => ToolContext['resultBrush'],
): ToolContext {
  let sizeTool: SizedToolName = 'brush';

  const toPhoto = (at: Point): Point => viewport.toPhoto(place.toStage(at));

  function endOf({ at, pressure }: PointerSample): TaperEnd {
    const size = tools.sizes[sizeTool];
    const diameter = tools.pressureChangesSize ? pressedDiameter(size, pressure) : size;
    return { at: toPhoto(at), diameter };
  }

  return {
    toPhoto,
    toScreen: (at) => place.toScreen(photoToScreen(viewport.view, at)),
    beginStroke(size, start, straight, value) {
      sizeTool = size;
      strokeBegins();
      mask.beginStroke(endOf(start), straight, value);
    },
    extendStroke: (samples) => mask.extendStroke(samples.map(endOf)),
    endStroke: () => mask.endStroke(),
    cancelStroke: () => mask.cancelStroke(),
    fillShape: (points, value, label) => mask.fillShape(points, value, label),
    drawBox: boxDrawn,
    ...selecting,
    get resultBrush() {
      return resultBrush();
    },
    showOutline: (line) => outline.show(line),
    panBy: place.panBy,
    zoomBy,
    toolSize: () => tools.sizes[tools.sized],
    setToolSize: (photoPixels) => tools.setSize(tools.sized, photoPixels),
    get scale() {
      return viewport.view.scale;
    },
    setSizeShown: sizeShown,
  };
}

/** @param pressure 0 … 1 @returns photo pixels, at least 1 */
export function pressedDiameter(size: number, pressure: number): number {
  const { lightest, exponent } = PEN_PRESSURE;
  return Math.max(1, size * (lightest + (1 - lightest) * pressure ** exponent));
}
