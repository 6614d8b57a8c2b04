/**
 * The canvas: a photo with patches over it (shown by `renderer/pictures/viewer`) and a mask that is painted, on
 * three Konva layers as large as the viewport. Imperative; React mounts it, calls it and shows its snapshot. Nothing here
 * touches React, a store or a promise while the pointer moves.
 *
 * @example In a component, with `<Stage>` and three `<Layer listening={false}>` mounted:
 *
 *   useEffect(() => {
 *     const core = createCanvasCore({ stage, photoLayer, maskLayer, overlayLayer, container });
 *     const observer = new ResizeObserver(() =>
 *       core.resize({ width: container.clientWidth, height: container.clientHeight }, devicePixelRatio),
 *     );
 *     observer.observe(container);
 *     return () => { observer.disconnect(); core.destroy(); };
 *   }, []);
 *
 *   const zoom = useSyncExternalStore(core.subscribe, () => core.getSnapshot().zoom);
 *
 *   await core.openPhoto({ id, size, url });   // empty mask, empty history
 *   core.loadMask(decodeMaskTiles(bytes));     // as it was saved
 *   core.onMaskChanged(() => saveSoon(core.takeDirtyTiles()));
 *   void core.history.undo();                  // strokes and commands of the screen
 *
 *   // A result arrives: the mask that was sent goes, the patch is shown; one step of the history.
 *   const masked = core.subtractTiles(sentTiles);
 *   await core.setPatches([...patches, patch]);
 *   core.history.push({ label: 'clean-up', bytes: masked.bytes, undo: …, redo: … });
 *
 * The container receives the pointer for the active tool (right button and pen eraser take out, Alt
 * too), Space or middle button moves the photo, wheel, pinch and Ctrl/Cmd with a drag zoom, Ctrl/Cmd+wheel and Alt with the
 * right button change the size; Escape cancels the gesture. All other keys are the screen's.
 */
import type { Point } from '../../../../shared/geometry/rect.ts';
import { BUTTON, type Press } from '../../../pictures/viewer/input/gesture.ts';
import { createInput } from '../../../pictures/viewer/input/input.ts';
import type { Modifiers } from '../../../pictures/viewer/input/modifiers.ts';
import { createPictureStage } from '../../../pictures/viewer/layers/picture-stage.ts';
import { createSnapshotStore } from '../../../pictures/viewer/layers/snapshot-store.ts';
import { NO_TURN } from '../../../pictures/viewer/geometry/turn.ts';
import type { CanvasCore, CanvasParts, SelectionListener } from './core-types.ts';
import { createCleanedPainter } from './cleaned-painter.ts';
import { createCursor } from './cursor.ts';
import { createEditHistory } from './edit-history.ts';
import { createMaskController } from './mask-controller.ts';
import { createMaskEdits } from './mask-edits.ts';
import { createMaskOutline } from './mask-outline.ts';
import { createMaskPainter } from './mask-painter.ts';
import { createOutlineLayer } from './outline-layer.ts';
import type { ProposalLayer } from '../proposal/proposal-layer.ts';
import type { CanvasSnapshot } from './snapshot.ts';
import { createToolContext } from './tool-context.ts';
import { createToolState } from './tool-state.ts';
import { pressMeans, type ToolPress } from './tools/registry.ts';
import type { ResultBrush, ToolName } from './tools/tool.ts';

/** A press with a tool. */
type CanvasPress = Press & ToolPress;

/** Takes over the mounted stage; see the top of this file. */
export function createCanvasCore(parts: CanvasParts): CanvasCore {
  const { stage, photoLayer, maskLayer, overlayLayer, container } = parts;
  const pointerCallbacks = new Set<() => void>();
  const boxCallbacks = new Set<(from: Point, to: Point) => void>();
  const history = createEditHistory();
  let selecting: SelectionListener | undefined;
  let resultBrush: ResultBrush | undefined;
  let isMaskHidden = false;
  let isKeyboardPointer = false;
  const tools = createToolState(() => {
    cursor.refresh();
    store.changed();
  });
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
        (parts.onPhotoError ?? reportError)(error);
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
  const maskPainter = createMaskPainter(maskLayer, viewport);
  const cleaned = createCleanedPainter(viewport);
  const outline = createOutlineLayer(overlayLayer, viewport);
  let proposals: ProposalLayer | undefined;
  const mask = createMaskController(maskPainter, history, () => store.changed());
  const maskOutline = createMaskOutline(
    maskLayer,
    () => {
      const bounds = mask.bounds();
      const { zoom, x, y } = viewport.transform;
      return (
        bounds && {
          x: bounds.x * zoom + x,
          y: bounds.y * zoom + y,
          width: bounds.width * zoom,
          height: bounds.height * zoom,
        }
      );
    },
    () => mask.isPainting,
  );
  const stopOutline = mask.onChanged(() => maskOutline.changed());
  const edits = createMaskEdits(mask, viewport, () => store.changed());
  const store = createSnapshotStore<CanvasSnapshot>(frames, () => ({
    zoom: viewport.view.scale * viewport.pixelRatio,
    view: viewport.view,
    stage: viewport.stage,
    turn: shown.turn,
    tool: tools.tool,
    isSubtracting: tools.isSubtracting,
    brushSize: tools.sizes.brush,
    eraserSize: tools.sizes.eraser,
    maskBounds: mask.bounds(),
    isPainting: mask.isPainting,
    isMaskHidden,
    isMaskBusy: edits.isBusy,
    isKeyboardPointer,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
  }));
  const stopHistory = history.subscribe(() => store.changed());
  shown.addOverlay({ show: () => maskPainter.show(), redraw: () => maskPainter.redraw() });
  shown.addOverlay({ show: () => outline.follow(), redraw: () => outline.follow() });
  shown.addOverlay({ show: () => proposals?.follow(), redraw: () => proposals?.follow() });

  const zoomBy = (factor: number, at: Point): void =>
    viewport.zoomBy(factor, comparison.toPane(shown.toStage(at)));
  const toolContext = createToolContext(
    viewport,
    shown,
    zoomBy,
    mask,
    tools,
    outline,
    () => {
      if (isMaskHidden) setMaskHidden(false); // nobody paints blindly
      shown.rest();
    },
    (from, to) => {
      for (const callback of boxCallbacks) callback(from, to);
    },
    (isShown) => cursor.setSizeShown(isShown),
    {
      select: (mark) => selecting?.mark(mark),
      previewFrom: (at) => selecting?.previewFrom(at),
    },
    () => resultBrush,
  );

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

  /** The meaning of a press with the active tool; while states are compared every tool moves the photo. */
  function pressOf(button: number, modifiers: Modifiers): CanvasPress {
    const active = comparison.isOn ? 'hand' : tools.tool;
    const press = pressMeans(button, active, modifiers, tools.isSubtracting);
    const { tool, subtract } = press;
    const isHand = tool.name === 'hand' || tool.name === 'zoom';
    return {
      ...press,
      isHand,
      cursor: tool.cursor === 'ring' ? 'own' : tool.cursor,
      begin(start) {
        // Until the file has become a photo there is no mask to paint into.
        const isReady = (!shown.isPreview && !comparison.isOn) || isHand;
        if (viewport.photo === undefined || !isReady) return undefined;
        const isRightButton = button === BUTTON.right;
        return tool.begin(toolContext, { ...start, subtract, isRightButton });
      },
    };
  }

  const input = createInput<CanvasPress>(container, {
    press: pressOf,
    hover(at, mouse) {
      cursor.move(at, mouse);
      for (const callback of pointerCallbacks) callback();
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

  function setTool(name: ToolName): void {
    tools.setTool(name);
    input.meaningChanged();
  }

  /** @param isForSeries another of the same series comes next */
  function closePhoto(isForSeries = false): void {
    input.endGesture();
    edits.forget();
    cleaned.setTiles(undefined, undefined);
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
    adoptPreview: (photo, isSameFile) => shown.adopt(photo, isSameFile),
    closePhoto: () => closePhoto(),
    prepare: (photos) =>
      shown.prepare(photos.map(({ photo, patches }) => ({ picture: photo, patches }))),
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
    setMark: (rect) => shown.setMark(rect),
    showRect: (rect) => shown.showRect(rect),
    placeOf: (rect) => shown.placeOf(rect),
    setTool,
    swapBrushAndEraser: () => setTool(tools.tool === 'brush' ? 'eraser' : 'brush'),
    setToolSize: (tool, size) => tools.setSize(tool, size),
    stepToolSize: (direction) => tools.stepSize(direction),
    setSubtracting(on) {
      tools.setSubtracting(on);
      input.meaningChanged();
    },
    setPressureChangesSize: (on) => tools.setPressureChangesSize(on),
    setMaskAppearance: (appearance) => maskPainter.setAppearance(appearance),
    setTurn(turn) {
      input.endGesture();
      shown.setTurn(turn);
      maskOutline.moved();
      store.changed();
    },
    fit: () => viewport.fit(),
    zoomToActualSize: () => viewport.zoomToActualSize(),
    setZoom: (zoom) => viewport.setZoom(zoom),
    zoomBy: (factor) => viewport.zoomBy(factor),
    resize: shown.resize,
    history,
    clearMask: () => void mask.edit([], 'replace', 'clear mask'),
    replaceMask: (tiles, label = 'mask') => void mask.edit(tiles, 'replace', label),
    invertMask: () => mask.invert(),
    growMask: (distance) => edits.grow(distance),
    shrinkMask: (distance) => edits.shrink(distance),
    fillMaskHoles: () => edits.fillHoles(),
    readMaskPicture: (picture) => edits.readPicture(picture),
    addMask: (tiles, from) => edits.add(tiles, from),
    loadMask(tiles) {
      mask.load(tiles);
      maskOutline.moved();
    },
    toggleMask: () => setMaskHidden(!isMaskHidden),
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
    pointerOnPhoto: () => (cursor.at === undefined ? undefined : shown.pixelAt(cursor.at)),
    onPointerMoved(callback) {
      pointerCallbacks.add(callback);
      return () => {
        pointerCallbacks.delete(callback);
      };
    },
    setSelecting(next) {
      selecting = next;
    },
    setResultBrush(next) {
      input.endGesture();
      resultBrush = next;
    },
    drawPatchesNow: () => shown.drawPictureNow(),
    addProposalLayer(create) {
      proposals?.destroy();
      proposals = create(stage, viewport);
      return proposals;
    },
    fillShapes: (shapes, label) => mask.fillShapes(shapes, 255, label),
    editMask: (tiles, mode, label) => mask.edit(tiles, mode, label),
    onBoxDrawn(callback) {
      boxCallbacks.add(callback);
      return () => {
        boxCallbacks.delete(callback);
      };
    },
    isHandWanted: () => input.firstPress().isHand,
    subscribe: store.subscribe,
    getSnapshot: store.get,
    onMaskChanged: mask.onChanged,
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
