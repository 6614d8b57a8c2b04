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
 * The container receives the pointer: brush and eraser (right button and pen eraser too), Space or
 * middle button moves the photo, wheel and pinch zoom, Ctrl/Cmd+wheel changes the size. All other keys
 * are the screen's.
 */
import { Konva } from 'konva/lib/Global.js';
import { AppError, toAppError } from '../../../../shared/errors/app-error.ts';
import type { Point } from '../../../../shared/geometry/rect.ts';
import { BRUSH_SIZE, normaliseSize, stepSize } from './brush-size.ts';
import type { CanvasCore, CanvasParts } from './core-types.ts';
import { createCursorRing } from './cursor-ring.ts';
import { createDecoder } from './decoder.ts';
import { createEditHistory } from './edit-history.ts';
import { createFrameLoop } from './frame-loop.ts';
import { createInput, type CursorKind } from './input.ts';
import { createMaskController } from './mask-controller.ts';
import { createMaskPainter } from './mask-painter.ts';
import { createPhotoPainter } from './photo-painter.ts';
import { createPictures } from './pictures.ts';
import { watchPixelRatio } from './pixel-ratio.ts';
import { createSnapshotStore } from './snapshot.ts';
import { createStillLayer } from './still-layer.ts';
import type { SizedToolName, Tool, ToolContext, ToolName } from './tools/tool.ts';
import { createViewport } from './viewport.ts';

/** Takes over the mounted stage; see the top of this file. */
export function createCanvasCore(parts: CanvasParts): CanvasCore {
  const { stage, photoLayer, maskLayer, overlayLayer, container } = parts;
  const layers = [photoLayer, maskLayer, overlayLayer];
  let tool: ToolName = 'brush';
  const sizes: Record<SizedToolName, number> = {
    brush: BRUSH_SIZE.initial,
    eraser: BRUSH_SIZE.initial,
  };
  let hoverAt: Point | undefined;
  let cursor: { readonly kind: CursorKind; readonly size: number } = {
    kind: 'ring',
    size: sizes.brush,
  };

  const frames = createFrameLoop();
  const history = createEditHistory();
  const viewport = createViewport(() => {
    frames.request(showView);
    showRing();
    store.changed();
  });
  const maskPainter = createMaskPainter(maskLayer, viewport);
  const photoPainter = createPhotoPainter(photoLayer, viewport);
  const mask = createMaskController(maskPainter, history, () => store.changed());
  const store = createSnapshotStore(frames, () => ({
    zoom: viewport.view.scale * viewport.pixelRatio,
    view: viewport.view,
    pointer: pointerOnPhoto(),
    tool,
    brushSize: sizes.brush,
    eraserSize: sizes.eraser,
    maskBounds: mask.bounds(),
    isPainting: mask.isPainting,
    canUndo: history.canUndo,
    canRedo: history.canRedo,
  }));
  const stopHistory = history.subscribe(() => store.changed());
  const decoder = createDecoder();
  const pictures = createPictures(
    decoder,
    photoPainter,
    viewport,
    () => frames.request(photoPainter.redraw),
    (photo) => {
      mask.reset(photo.size);
      viewport.setPhoto(photo.size);
    },
    (error) => {
      closePhoto();
      (parts.onPhotoError ?? reportError)(toAppError(error));
    },
  );
  const ring = createCursorRing(container);
  const stills = [createStillLayer(photoLayer), createStillLayer(overlayLayer)];

  function showView(): void {
    photoPainter.show();
    maskPainter.show();
  }

  function redrawAll(): void {
    photoPainter.redraw();
    maskPainter.redraw();
  }

  function pointerOnPhoto(): Point | undefined {
    const { photo } = viewport;
    if (hoverAt === undefined || photo === undefined) return undefined;
    const at = viewport.toPhoto(hoverAt);
    const x = Math.floor(at.x);
    const y = Math.floor(at.y);
    return x >= 0 && y >= 0 && x < photo.width && y < photo.height ? { x, y } : undefined;
  }

  function showRing(): void {
    const visible = cursor.kind === 'ring' && hoverAt !== undefined && viewport.photo !== undefined;
    ring.setVisible(visible);
    if (visible) ring.setDiameter(cursor.size * viewport.view.scale);
  }

  function sizeOf(name: ToolName): number {
    return name === 'hand' ? 0 : sizes[name];
  }

  function setToolSize(name: SizedToolName, photoPixels: number): void {
    sizes[name] = normaliseSize(photoPixels);
    input.refreshCursor();
    store.changed();
  }

  function stepToolSize(direction: 1 | -1): void {
    if (tool !== 'hand') setToolSize(tool, stepSize(sizes[tool], direction));
  }

  const toolContext: ToolContext = {
    beginStroke(name, start) {
      for (const still of stills) still.rest();
      mask.beginStroke(
        viewport.toPhoto(start.at),
        start.straight,
        sizes[name],
        name === 'eraser' ? 0 : 255,
      );
    },
    extendStroke: (points) => mask.extendStroke(points.map((point) => viewport.toPhoto(point))),
    endStroke: () => mask.endStroke(),
    panBy: (x, y) => viewport.panBy(x, y),
  };

  const input = createInput(container, {
    get tool() {
      return tool;
    },
    begin: (used: Tool, start) =>
      viewport.photo === undefined ? undefined : used.begin(toolContext, start),
    hover(at) {
      const appeared = (hoverAt === undefined) !== (at === undefined);
      hoverAt = at;
      if (at !== undefined) ring.move(at);
      if (appeared) showRing();
      store.changed();
    },
    cursor(kind, used) {
      cursor = { kind, size: sizeOf(used.name) };
      showRing();
    },
    zoom: (factor, at) => viewport.zoomBy(factor, at),
    stepSize: stepToolSize,
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
    viewport.setStage(size, pixelRatio);
    input.refreshPosition();
    redrawAll();
  }

  const stopPixelRatio = watchPixelRatio((pixelRatio) => resize(stage.size(), pixelRatio));
  resize(stage.size(), window.devicePixelRatio);

  function closePhoto(): void {
    input.endGesture();
    pictures.closePhoto();
    viewport.setPhoto(undefined);
    mask.reset(undefined);
    history.clear();
  }

  return {
    async openPhoto(photo, signal) {
      if (signal?.aborted === true) throw new AppError({ kind: 'cancelled', message: 'Stopped.' });
      closePhoto();
      await pictures.openPhoto(photo, signal);
    },
    closePhoto,
    setPatches: (patches) => pictures.setPatches(patches),
    setPeekOriginal(on) {
      pictures.setPeek(on);
      maskPainter.setVisible(!on);
    },
    setTool(name) {
      tool = name;
      input.refreshCursor();
      store.changed();
    },
    setToolSize,
    stepToolSize,
    setMaskAppearance: (appearance) => maskPainter.setAppearance(appearance),
    fit: () => viewport.fit(),
    zoomToActualSize: () => viewport.zoomToActualSize(),
    zoomBy: (factor) => viewport.zoomBy(factor),
    resize,
    history,
    clearMask: () => mask.replace([], 'clearing the mask'),
    replaceMask: (tiles, label = 'mask') => mask.replace(tiles, label),
    loadMask: (tiles) => mask.load(tiles),
    maskTiles: () => mask.packed(),
    takeDirtyTiles: () => mask.takeDirty(),
    maskBounds: () => mask.bounds(),
    subtractTiles: (tiles) => mask.combine(tiles, 'subtract', 'taking out of the mask'),
    uniteTiles: (tiles) => mask.combine(tiles, 'unite', 'adding to the mask'),
    subscribe: store.subscribe,
    getSnapshot: store.get,
    onMaskChanged: mask.onChanged,
    destroy() {
      input.destroy();
      stopPixelRatio();
      stopHistory();
      pictures.destroy();
      decoder.destroy();
      maskPainter.destroy();
      photoPainter.destroy();
      for (const still of stills) still.destroy();
      ring.destroy();
      frames.destroy();
    },
  };
}
