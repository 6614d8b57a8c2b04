/** The tools' access to the view, the mask and the sizes. */
import type { PointerSample } from '../../../pictures/viewer/input/gesture.ts';
import type { Point } from '../../../../shared/geometry/rect.ts';
import type { MaskController } from './mask-controller.ts';
import type { OutlineLayer } from './outline-layer.ts';
import { pressedDiameter } from './pen-pressure.ts';
import type { TaperEnd } from './taper.ts';
import type { ToolState } from './tool-state.ts';
import type { SizedToolName, ToolContext } from './tools/tool.ts';
import type { PictureStage } from '../../../pictures/viewer/layers/picture-stage.ts';
import { photoToScreen } from '../../../pictures/viewer/geometry/view.ts';
import type { Viewport } from '../../../pictures/viewer/geometry/viewport.ts';

/**
 * @param place where things are on the screen, which may be turned
 * @param zoomBy at a screen point
 * @param strokeBegins called before the first piece of a stroke is drawn
 * @param boxDrawn a box was drawn, photo space
 * @param selecting gestures of the tools that select
 * @param resultBrush see `ToolContext.resultBrush`
 * @param sizeShown the size is to stand in words beside the ring, or no longer
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
  /** The tool whose size the stroke under way has. */
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
