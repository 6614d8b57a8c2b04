/**
 * The canvas: a photo, its results and a painted mask on three Konva layers. React mounts it and
 * reads snapshots; pointer moves touch no React, store or promise.
 * Right button, pen eraser and Alt erase. Space or middle button pans; wheel, pinch and Ctrl/Cmd
 * with drag zoom. Ctrl/Cmd with wheel and Alt with right button change the size.
 */
import type { Point } from '../../../../shared/geometry/rect.ts';
import { createInput } from '../../../viewer/stage/input/input.ts';
import {
  createPictureStage,
  type PictureStage,
} from '../../../viewer/stage/layers/picture-stage.ts';
import { createSnapshotStore } from '../../../viewer/stage/layers/snapshot-store.ts';
import { NO_TURN } from '../../../viewer/stage/geometry/turn.ts';
import type { CanvasCore, CanvasDeps, SelectionListener } from './core-types.ts';
import { createCallbacks } from '../../../../shared/callbacks.ts';
import { createCleanedPainter } from './cleaned-painter.ts';
import { createCursor } from './cursor.ts';
import { createEditHistory } from './edit-history.ts';
import { createMaskController, type MaskController } from './mask-controller.ts';
import { createMaskEdits } from './mask-edits.ts';
import { createMaskOutline } from './mask-outline.ts';
import { createMaskPainter } from './mask-painter.ts';
import { createOutlineLayer, type OutlineLayer } from './outline-layer.ts';
import type { ProposalLayer } from '../proposal/proposal-layer.ts';
import { readSnapshot, type CanvasSnapshot } from './snapshot.ts';
import { createToolState, type ToolState } from './tool-state.ts';
import type { TaperEnd } from './rasteriser.ts';
import { photoToScreen, rectToView } from '../../../viewer/stage/geometry/view.ts';
import type { ResultBrush, SizedToolName, ToolContext } from './tools/tool.ts';
import { BUTTON, type PointerSample, type Press } from '../../../viewer/stage/input/gesture.ts';
import type { Modifiers } from '../../../viewer/stage/input/modifiers.ts';
import { pressMeans, type ToolPress } from './tools/tools.ts';

export function createCanvasCore(deps: CanvasDeps): CanvasCore {
  const { stage, photoLayer, maskLayer, overlayLayer, container } = deps;
  const pointerMoved = createCallbacks();
  const boxDrawn = createCallbacks<[from: Point, to: Point]>();
  const history = createEditHistory();
  let selecting: SelectionListener | undefined;
  let resultBrush: ResultBrush | undefined;
  let isMaskHidden = false;
  let isKeyboardPointer = false;
  const tools = createToolState(
    () => {
      cursor.refresh();
      store.changed();
    },
    () => input.meaningChanged(),
  );
  const shown = createPictureStage(
    { stage, pictureLayer: photoLayer, overlayLayer },
    {
      viewChanged() {
        cursor.refresh();
        maskOutline.moved();
        store.changed();
      },
      pictureReady: (size) => mask.reset(size),
      sceneChanged(isLayout) {
        showMask();
        if (!isLayout) return;
        input.endGesture();
        input.refreshCursor();
      },
      resized: () => input.refreshPosition(),
      pictureFailed(error) {
        closePhoto();
        (deps.onPhotoError ?? reportError)(error);
      },
      // the part that was loaded stays
      patchFailed: reportError,
      paintOver(context, part) {
        if (!comparison.isPeeking && !comparison.isOn) cleaned.paint(context, part);
      },
    },
  );
  const { viewport, frames, comparison } = shown;
  const cursor = createCursor(container, viewport, tools, frames);
  const maskPainter = createMaskPainter(maskLayer, viewport, frames, () => proposals?.follow());
  const cleaned = createCleanedPainter(viewport, shown.redrawPicture);
  const outline = createOutlineLayer(overlayLayer, viewport);
  let proposals: ProposalLayer | undefined;
  const mask = createMaskController(maskPainter, history, () => store.changed());
  const maskOutline = createMaskOutline(maskLayer, frames, {
    bounds() {
      const bounds = mask.bounds();
      const { zoom: scale, x, y } = viewport.transform;
      return bounds && rectToView({ x, y, scale }, bounds);
    },
    place: maskPainter.deviceRect,
    isBusy: () => mask.isPainting,
  });
  const stopOutline = mask.onChanged(maskOutline.changed);
  const edits = createMaskEdits(mask, viewport, () => store.changed());
  const store = createSnapshotStore<CanvasSnapshot>(frames, () =>
    readSnapshot({ shown, tools, mask, edits, history, isMaskHidden, isKeyboardPointer }),
  );
  const stopHistory = history.subscribe(() => store.changed());
  shown.addOverlay({ show: () => maskPainter.show(), redraw: () => maskPainter.redraw() });
  shown.addOverlay({ show: () => outline.follow(), redraw: () => outline.follow() });
  shown.addOverlay({ show: () => proposals?.follow(), redraw: () => proposals?.follow() });

  const zoomBy = (factor: number, at: Point): void =>
    viewport.zoomBy(factor, comparison.toPane(shown.toStage(at)));
  const toolContext = createToolContext({
    shown,
    mask,
    tools,
    outline,
    cursor,
    zoomBy,
    drawBox: boxDrawn.call,
    select: (mark) => selecting?.mark(mark),
    previewFrom: (at) => selecting?.previewFrom(at),
    resultBrush: () => resultBrush,
    strokeBegins() {
      if (isMaskHidden) setMaskHidden(false); // strokes on a hidden mask would be invisible
      shown.rest();
    },
  });

  function showMask(): void {
    const isVisible = !isMaskHidden && !comparison.isPeeking && !comparison.isOn;
    maskPainter.setVisible(isVisible);
    maskOutline.setVisible(isVisible);
    proposals?.setVisible(!comparison.isPeeking && !comparison.isOn);
  }

  function setMaskHidden(on: boolean): void {
    isMaskHidden = on;
    showMask();
    store.changed();
  }

  const pressOf = createPressMeaning({
    tools,
    context: toolContext,
    isComparing: () => comparison.isOn,
    // There is no mask before the file has become a photo.
    isReady: (isHand) =>
      viewport.photo !== undefined && ((!shown.isPreview && !comparison.isOn) || isHand),
  });

  const input = createInput<CanvasPress>(container, {
    usesRightButton: true,
    press: pressOf,
    hover(at, mouse) {
      cursor.move(at, mouse);
      pointerMoved.call();
    },
    cursor: (kind, press) => cursor.setKind(kind, press),
    zoom: zoomBy,
    pan: (x, y) => shown.panBy(x, y),
    stepSize: (direction) => tools.stepSize(direction),
    key(event) {
      const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
      return isPlain && !comparison.isOn && selecting?.key(event.key, event.repeat) === true;
    },
    keyboardPointerChanged(isOn) {
      isKeyboardPointer = isOn;
      cursor.setKeyboard(isOn);
      store.changed();
    },
  });

  /** @param isForSeries another photo of the series comes next */
  function closePhoto(isForSeries = false): void {
    input.endGesture();
    edits.forget();
    cleaned.setTiles(undefined);
    shown.close(isForSeries);
    if (!isForSeries) shown.setTurn(NO_TURN);
    mask.reset(undefined);
    history.clear();
  }

  return {
    async openPhoto(photo, signal, isSeries = false) {
      if (signal?.aborted !== true) closePhoto(isSeries);
      await shown.open(photo, signal, isSeries);
    },
    async previewFile(file, signal) {
      if (!signal.aborted) closePhoto();
      await shown.preview(file, signal);
    },
    closePhoto: () => closePhoto(),
    picture: shown,
    cleaned,
    tools,
    setMaskAppearance: (appearance) => maskPainter.setAppearance(appearance),
    setTurn(turn) {
      input.endGesture();
      shown.setTurn(turn);
      maskOutline.moved();
      store.changed();
    },
    history,
    mask,
    maskEdits: edits,
    loadMask(tiles) {
      mask.load(tiles);
      maskOutline.moved();
    },
    toggleMask: () => setMaskHidden(!isMaskHidden),
    pointerOnPhoto: () => (cursor.at === undefined ? undefined : shown.pixelAt(cursor.at)),
    onPointerMoved: pointerMoved.on,
    setSelecting(next) {
      selecting = next;
    },
    setResultBrush(next) {
      input.endGesture();
      resultBrush = next;
    },
    addProposalLayer(create) {
      proposals?.destroy();
      proposals = create(stage, viewport, () => maskPainter.color);
      return proposals;
    },
    onBoxDrawn: boxDrawn.on,
    isHandWanted: () => input.firstPress().isHand,
    subscribe: store.subscribe,
    getSnapshot: store.get,
    destroy() {
      input.destroy();
      stopHistory();
      shown.destroy();
      edits.destroy();
      stopOutline();
      maskOutline.destroy();
      maskPainter.destroy();
      outline.destroy();
      proposals?.destroy();
      cursor.destroy();
    },
  };
}

function createToolContext({
  shown,
  mask,
  tools,
  outline,
  cursor,
  strokeBegins,
  ...others
}: Pick<ToolContext, 'zoomBy' | 'drawBox' | 'select' | 'previewFrom' | 'resultBrush'> & {
  readonly shown: PictureStage;
  readonly mask: MaskController;
  readonly tools: ToolState;
  readonly outline: OutlineLayer;
  readonly cursor: Pick<ReturnType<typeof createCursor>, 'setSizeShown'>;
  /** Called before the first piece is drawn. */
  strokeBegins(): void;
}): ToolContext {
  const { viewport } = shown;
  let strokeTool: SizedToolName = 'brush';
  const toPhoto = (at: Point): Point => viewport.toPhoto(shown.toStage(at));
  const endOf = ({ at, pressure }: PointerSample): TaperEnd => ({
    at: toPhoto(at),
    diameter: tools.diameterOf(strokeTool, pressure),
  });
  return {
    ...others,
    toPhoto,
    toScreen: (at) => shown.toScreen(photoToScreen(viewport.view, at)),
    beginStroke(tool, start, straight, value) {
      strokeTool = tool;
      strokeBegins();
      mask.beginStroke(endOf(start), straight, value);
    },
    extendStroke: (samples) => mask.extendStroke(samples.map(endOf)),
    endStroke: mask.endStroke,
    cancelStroke: mask.cancelStroke,
    fillShape: mask.fillShape,
    showOutline: outline.show,
    panBy: shown.panBy,
    toolSize: () => tools.sizes[tools.sized],
    setToolSize: (photoPixels) => tools.setSize(tools.sized, photoPixels),
    get scale() {
      return viewport.view.scale;
    },
    setSizeShown: cursor.setSizeShown,
  };
}

type CanvasPress = Press & ToolPress;

/** While states are compared every tool pans. */
function createPressMeaning(deps: {
  readonly tools: ToolState;
  readonly context: ToolContext;
  readonly isComparing: () => boolean;
  /** @param isHand the tool only changes the view */
  readonly isReady: (isHand: boolean) => boolean;
}): (button: number, modifiers: Modifiers) => CanvasPress {
  const { tools } = deps;
  return (button, modifiers) => {
    const active = deps.isComparing() ? 'hand' : tools.tool;
    const press = pressMeans(button, active, modifiers, tools.isSubtracting);
    const { tool, subtract } = press;
    const isHand = tool.name === 'hand' || tool.name === 'zoom';
    return {
      ...press,
      isHand,
      cursor: tool.cursor === 'ring' ? 'own' : tool.cursor,
      begin(start) {
        if (!deps.isReady(isHand)) return undefined;
        const isRightButton = button === BUTTON.right;
        return tool.begin(deps.context, { ...start, subtract, isRightButton });
      },
    };
  };
}
