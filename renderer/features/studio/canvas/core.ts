/**
 * The canvas: a photo, patches over it and a mask that is painted, on three Konva layers as large as
 * the viewport. Imperative; React mounts it, tells it what to do and shows its snapshot. Nothing here
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
 *   void core.history.undo();                  // strokes and what the screen pushed
 *
 *   // A result arrives: the mask that was sent goes, the patch is shown; one step of the history.
 *   const masked = core.subtractTiles(sentTiles);
 *   await core.setPatches([...patches, patch]);
 *   core.history.push({ label: 'clean-up', bytes: masked.bytes, undo: …, redo: … });
 *
 * The container receives the pointer for the active tool (right button and pen eraser take out, Alt
 * too), Space or middle button moves the photo, wheel and pinch zoom, Ctrl/Cmd+wheel and Alt with the
 * right button change the size; Escape gives up what is under way. All other keys are the screen's.
 */
import { Konva } from 'konva/lib/Global.js';
import { AppError, toAppError } from '../../../../shared/errors/app-error.ts';
import type { Point, Size } from '../../../../shared/geometry/rect.ts';
import type { CanvasCore, CanvasParts } from './core-types.ts';
import { createCleanedPainter } from './cleaned-painter.ts';
import { createAhead } from './ahead.ts';
import { createComparison } from './comparison.ts';
import { createCursor } from './cursor.ts';
import { createDecoder } from './decoder.ts';
import { createEditHistory } from './edit-history.ts';
import { createFrameLoop } from './frame-loop.ts';
import { createInput } from './input.ts';
import { createMarkLayer } from './mark-layer.ts';
import { createMaskController } from './mask-controller.ts';
import { createMaskEdits } from './mask-edits.ts';
import { createMaskPainter } from './mask-painter.ts';
import { createOutlineLayer } from './outline-layer.ts';
import { createPatchPictures } from './patch-pictures.ts';
import { createPhotoPainter } from './photo-painter.ts';
import { createPictures, stagePixels } from './pictures.ts';
import { watchPixelRatio } from './pixel-ratio.ts';
import { createSnapshotStore } from './snapshot.ts';
import { createStillLayer } from './still-layer.ts';
import { createToolContext } from './tool-context.ts';
import { createToolState } from './tool-state.ts';
import type { Tool } from './tools/tool.ts';
import { createViewport } from './viewport.ts';

/** Takes over the mounted stage; see the top of this file. */
export function createCanvasCore(parts: CanvasParts): CanvasCore {
  const { stage, photoLayer, maskLayer, overlayLayer, container } = parts;
  const layers = [photoLayer, maskLayer, overlayLayer];
  // Pointer events go straight to the container: Konva measures the page at each of them.
  stage.getContent().style.pointerEvents = 'none';
  const pointerCallbacks = new Set<() => void>();
  const boxCallbacks = new Set<(from: Point, to: Point) => void>();
  const frames = createFrameLoop();
  const history = createEditHistory();
  const tools = createToolState(() => {
    cursor.refresh();
    store.changed();
  });
  const viewport = createViewport(() => {
    frames.request(showView);
    cursor.refresh();
    store.changed();
  });
  const cursor = createCursor(container, viewport, tools, frames);
  const maskPainter = createMaskPainter(maskLayer, viewport);
  const cleaned = createCleanedPainter(viewport);
  const photoPainter = createPhotoPainter(photoLayer, viewport, (context, part) => {
    if (!isPeeking && !comparison.isOn) cleaned.paint(context, part);
  });
  let isPeeking = false;
  const outline = createOutlineLayer(overlayLayer, viewport);
  const mask = createMaskController(maskPainter, history, () => store.changed());
  const edits = createMaskEdits(mask, viewport, () => store.changed());
  const store = createSnapshotStore(frames, () => ({
    zoom: viewport.view.scale * viewport.pixelRatio,
    view: viewport.view,
    stage: viewport.stage,
    tool: tools.tool,
    brushSize: tools.sizes.brush,
    eraserSize: tools.sizes.eraser,
    maskBounds: mask.bounds(),
    isPainting: mask.isPainting,
    isMaskBusy: edits.isBusy,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
  }));
  const stopHistory = history.subscribe(() => store.changed());
  const decoder = createDecoder();
  const ahead = createAhead(decoder, () => stagePixels(viewport));
  /** The photo that is being opened keeps the view. */
  let isNextOfSeries = false;
  const redrawPhoto = () => frames.request(photoPainter.redraw);
  const patches = createPatchPictures(
    ({ id, url, rect }, signal) =>
      (
        ahead.takePatch({ id, url, rect })?.decoding ??
        decoder.decode({ url, size: rect }, stagePixels(viewport), redrawPhoto, signal)
      ).picture,
    () => showScene(false),
  );
  /** The whole stage; the view is that of one part of it when two states are side by side. */
  let stageSize: Size = stage.size();
  const comparison = createComparison(
    patches,
    () => ({ size: stageSize, pixelRatio: viewport.pixelRatio }),
    showScene,
  );
  const mark = createMarkLayer(overlayLayer, viewport, () => comparison.paneStarts);
  const pictures = createPictures(
    decoder,
    photoPainter,
    patches,
    ahead,
    viewport,
    redrawPhoto,
    (size) => {
      mask.reset(size);
      viewport.setPhoto(size, isNextOfSeries);
    },
    (error) => {
      closePhoto();
      (parts.onPhotoError ?? reportError)(toAppError(error));
    },
  );
  const stills = [createStillLayer(photoLayer), createStillLayer(overlayLayer)];

  function showView(): void {
    photoPainter.show();
    maskPainter.show();
    outline.follow();
    mark.follow();
  }

  /** Other results are to be seen, or the stage is parted in another way. */
  function showScene(isLayout: boolean): void {
    photoPainter.setScene(comparison.scene());
    maskPainter.setVisible(!isPeeking && !comparison.isOn);
    if (isLayout) {
      input.endGesture();
      const { pixelRatio } = viewport;
      viewport.setStage(comparison.paneSize(stageSize, pixelRatio), pixelRatio);
      input.refreshCursor();
      mark.follow();
    }
    redrawPhoto();
  }

  function redrawAll(): void {
    photoPainter.redraw();
    maskPainter.redraw();
    outline.follow();
    mark.follow();
  }

  function pointerOnPhoto(): Point | undefined {
    const { photo } = viewport;
    if (cursor.at === undefined || photo === undefined) return undefined;
    const at = viewport.toPhoto(comparison.toPane(cursor.at));
    const x = Math.floor(at.x);
    const y = Math.floor(at.y);
    return x >= 0 && y >= 0 && x < photo.width && y < photo.height ? { x, y } : undefined;
  }

  const toolContext = createToolContext(
    viewport,
    mask,
    tools,
    outline,
    () => {
      for (const still of stills) still.rest();
    },
    (from, to) => {
      for (const callback of boxCallbacks) callback(from, to);
    },
    (shown) => cursor.setSizeShown(shown),
  );

  const input = createInput(container, {
    get tool() {
      return comparison.isOn ? 'hand' : tools.tool;
    },
    begin(used: Tool, start) {
      // Until the file has become a photo there is no mask to paint into.
      const isReady = (!pictures.isPreview && !comparison.isOn) || used.name === 'hand';
      return viewport.photo !== undefined && isReady ? used.begin(toolContext, start) : undefined;
    },
    hover(at) {
      cursor.move(at);
      for (const callback of pointerCallbacks) callback();
    },
    cursor: (kind, press) => cursor.setKind(kind, press),
    zoom: (factor, at) => viewport.zoomBy(factor, comparison.toPane(at)),
    pan: (x, y) => viewport.panBy(x, y),
    stepSize: (direction) => tools.stepSize(direction),
  });

  function resize(size: { width: number; height: number }, pixelRatio: number): void {
    const unchanged =
      stage.width() === size.width &&
      stage.height() === size.height &&
      layers.every((layer) => layer.getCanvas().getPixelRatio() === pixelRatio);
    if (!unchanged) {
      // For display only: whatever is exported is made from the tiles and the file, at 1 : 1.
      Konva.pixelRatio = pixelRatio;
      for (const layer of layers) layer.getCanvas().setPixelRatio(pixelRatio);
      stage.size(size);
      for (const layer of layers) {
        // A stage of a fractional number of device pixels: never stretched by that fraction.
        const canvas = layer.getNativeCanvasElement();
        canvas.style.width = `${canvas.width / pixelRatio}px`;
        canvas.style.height = `${canvas.height / pixelRatio}px`;
      }
    }
    stageSize = size;
    viewport.setStage(comparison.paneSize(size, pixelRatio), pixelRatio);
    input.refreshPosition();
    redrawAll();
  }

  const stopPixelRatio = watchPixelRatio((pixelRatio) => resize(stage.size(), pixelRatio));
  resize(stage.size(), window.devicePixelRatio);

  /** @param isForSeries another of the same series comes next */
  function closePhoto(isForSeries = false): void {
    isNextOfSeries = isForSeries;
    input.endGesture();
    edits.forget();
    mark.show(undefined);
    cleaned.setTiles(undefined, undefined);
    isPeeking = false;
    comparison.end();
    pictures.closePhoto(isForSeries);
    viewport.setPhoto(undefined);
    mask.reset(undefined);
    history.clear();
  }

  return {
    async openPhoto(photo, signal, isSeries = false) {
      if (signal?.aborted === true) throw new AppError({ kind: 'cancelled', message: 'Stopped.' });
      closePhoto(isSeries);
      await pictures.openPhoto(photo, signal);
    },
    async previewFile(file, signal) {
      if (signal.aborted) throw new AppError({ kind: 'cancelled', message: 'Stopped.' });
      closePhoto();
      await pictures.preview(file, signal);
    },
    adoptPreview: (photo, isSameFile) => pictures.adopt(photo, isSameFile),
    closePhoto: () => closePhoto(),
    prepare: (photos) => ahead.want(photos),
    setPatches: (next) => patches.setNow(next),
    setPeekOriginal(on) {
      isPeeking = on;
      comparison.setPeek(on);
    },
    setComparison: (wanted) => comparison.set(wanted),
    setSplit: (share) => comparison.setSplit(share),
    showSide: (side) => comparison.showSide(side),
    setCleaned(tiles) {
      cleaned.setTiles(tiles, viewport.photo);
      redrawPhoto();
    },
    setCleanedColor(color) {
      cleaned.setColor(color);
      redrawPhoto();
    },
    setMark: (rect) => mark.show(rect),
    showRect: (rect) => viewport.showRect(rect),
    setTool(name) {
      tools.setTool(name);
      input.toolChanged();
    },
    setToolSize: (tool, size) => tools.setSize(tool, size),
    stepToolSize: (direction) => tools.stepSize(direction),
    setPressureChangesSize: (on) => tools.setPressureChangesSize(on),
    setMaskAppearance: (appearance) => maskPainter.setAppearance(appearance),
    fit: () => viewport.fit(),
    zoomToActualSize: () => viewport.zoomToActualSize(),
    zoomBy: (factor) => viewport.zoomBy(factor),
    resize,
    history,
    clearMask: () => void mask.edit([], 'replace', 'clearing the mask'),
    replaceMask: (tiles, label = 'mask') => void mask.edit(tiles, 'replace', label),
    invertMask: () => mask.invert(),
    growMask: (distance) => edits.grow(distance),
    shrinkMask: (distance) => edits.shrink(distance),
    fillMaskHoles: () => edits.fillHoles(),
    readMaskPicture: (picture) => edits.readPicture(picture),
    addMask: (tiles, from) => edits.add(tiles, from),
    loadMask: (tiles) => mask.load(tiles),
    restoreMaskStep: (tiles, label) => mask.restoreCommand(tiles, label),
    maskTiles: () => mask.packed(),
    takeDirtyTiles: () => mask.takeDirty(),
    maskBounds: () => mask.bounds(),
    subtractTiles: (tiles) => mask.combine(tiles, 'subtract', 'taking out of the mask'),
    uniteTiles: (tiles) => mask.combine(tiles, 'unite', 'adding to the mask'),
    pointerOnPhoto,
    onPointerMoved(callback) {
      pointerCallbacks.add(callback);
      return () => {
        pointerCallbacks.delete(callback);
      };
    },
    onBoxDrawn(callback) {
      boxCallbacks.add(callback);
      return () => {
        boxCallbacks.delete(callback);
      };
    },
    isHandWanted: () => input.isHandWanted(),
    subscribe: store.subscribe,
    getSnapshot: store.get,
    onMaskChanged: mask.onChanged,
    destroy() {
      input.destroy();
      stopPixelRatio();
      stopHistory();
      pictures.destroy();
      decoder.destroy();
      edits.destroy();
      maskPainter.destroy();
      photoPainter.destroy();
      outline.destroy();
      mark.destroy();
      for (const still of stills) still.destroy();
      cursor.destroy();
      frames.destroy();
      stage.getContent().style.pointerEvents = '';
    },
  };
}
