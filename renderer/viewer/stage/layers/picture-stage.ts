import { Konva } from 'konva/lib/Global.js';
import type { Layer } from 'konva/lib/Layer.js';
import type { Stage } from 'konva/lib/Stage.js';
import { cancelled, toAppError, type AppError } from '../../../../shared/errors/app-error.ts';
import type { Point, Rect, Size } from '../../../../shared/geometry/rect.ts';
import { createAhead } from '../decoding/ahead.ts';
import { createComparison } from '../comparing/comparison.ts';
import { createDecoder } from '../decoding/decoder.ts';
import { createFrameLoop } from './frame-loop.ts';
import { createMarkLayer } from './mark-layer.ts';
import { createPatchPictures } from '../decoding/patch-pictures.ts';
import { createPicturePainter } from './picture-painter.ts';
import { createPictures, stagePixels } from '../decoding/pictures.ts';
import { rectToView } from '../geometry/view.ts';
import { watchPixelRatio } from '../geometry/pixel-ratio.ts';
import {
  isTurned,
  NO_TURN,
  rectToScreen,
  toScreen,
  toStage,
  turnedSize,
  turnMatrix,
  wayToStage,
  type Turn,
} from '../geometry/turn.ts';
import type { AheadPicture, PicturePatch, ShownPicture } from '../viewer-types.ts';
import { createViewport, type ViewChange, type Viewport } from '../geometry/viewport.ts';

// Konva would draw every layer again in the frame after each change, also after its own drawing.
Konva.autoDrawEnabled = false;

/** Mounted and owned by the screen; not destroyed here. */
export interface StageDeps {
  /** All layers must have `listening={false}`. */
  readonly stage: Stage;
  readonly pictureLayer: Layer;
  readonly overlayLayer: Layer;
}

/** Never called before `createPictureStage` returns. */
interface StageEvents {
  viewChanged(why: ViewChange): void;
  pictureReady(size: Size): void;
  sceneChanged(isLayout: boolean): void;
  /** The picture was shown small, but cannot be decoded completely, e.g. a truncated file. */
  pictureFailed(error: AppError): void;
  patchFailed(error: AppError): void;
  resized(): void;
  /** Receives device pixels; not called while states are side by side. */
  paintOver?(context: CanvasRenderingContext2D, part: Rect): void;
}

interface StageOverlay {
  show(): void;
  redraw(): void;
}

export type PictureStage = ReturnType<typeof createPictureStage>;

export function createPictureStage(deps: StageDeps, events: StageEvents) {
  const { stage, pictureLayer, overlayLayer } = deps;
  // Konva would measure the page at each pointer event; the container handles them.
  stage.getContent().style.pointerEvents = 'none';
  const overlays: StageOverlay[] = [];
  const frames = createFrameLoop();
  let isMade = false;
  const viewport = createViewport((why) => {
    if (!isMade) return;
    frames.request(showView);
    events.viewChanged(why);
  });
  const painter = createPicturePainter(pictureLayer, viewport, (context, part) =>
    events.paintOver?.(context, part),
  );
  const redrawPicture = () => frames.request(painter.redraw);
  const decoder = createDecoder();
  const ahead = createAhead(decoder, () => stagePixels(viewport));
  const patches = createPatchPictures(
    ({ id, url, rect, size = rect, live }, signal) =>
      (live === undefined ? ahead.takePatch({ id, url, rect })?.decoding : undefined) ??
      decoder.decode({ url, size, live }, stagePixels(viewport), redrawPicture, signal),
    () => showScene(false),
    (error) => events.patchFailed(error),
  );
  /** The whole stage. The view covers one pane if states are side by side. */
  let stageSize: Size = { width: 1, height: 1 };
  let turn = NO_TURN;
  const screenSize = (): Size => turnedSize(turn, stageSize);
  const comparison = createComparison(
    patches,
    () => viewport.photo,
    () => ({ size: stageSize, pixelRatio: viewport.pixelRatio, turn }),
    showScene,
  );
  const mark = createMarkLayer(overlayLayer, viewport, () => comparison.paneStarts);
  let isNextOfSeries = false;
  const pictures = createPictures(
    decoder,
    painter,
    patches,
    ahead,
    viewport,
    redrawPicture,
    (size) => {
      events.pictureReady(size);
      viewport.setPhoto(size, isNextOfSeries);
    },
    (error) => events.pictureFailed(toAppError(error)),
  );
  // Konva would reallocate every layer for each changed side, also the empty ones.
  stage.off('widthChange.konva heightChange.konva');
  for (const layer of stage.getLayers()) {
    layer.on('beforeDraw.fit', () => fitCanvas(layer, viewport.pixelRatio));
  }
  const stills = [createStillLayer(pictureLayer), createStillLayer(overlayLayer)];

  function showView(): void {
    painter.show();
    for (const overlay of overlays) overlay.show();
    mark.follow();
  }

  function showScene(isLayout: boolean): void {
    painter.setScene(comparison.scene());
    events.sceneChanged(isLayout);
    if (isLayout) {
      const { pixelRatio } = viewport;
      viewport.setStage(comparison.paneSize(stageSize, pixelRatio), pixelRatio);
      mark.follow();
    }
    redrawPicture();
  }

  /** The browser turns the whole stage; drawing code ignores the turn. */
  function showTurn(): void {
    const { style } = stage.getContent();
    const { a, b, c, d, e, f } = turnMatrix(turn, screenSize());
    style.transformOrigin = isTurned(turn) ? '0 0' : '';
    style.transform = isTurned(turn) ? `matrix(${a}, ${b}, ${c}, ${d}, ${e}, ${f})` : '';
    painter.setTurn(turn);
  }

  /** @param screen CSS pixels, as seen @param pixelRatio device pixels per CSS pixel */
  function resize(screen: Size, pixelRatio: number): void {
    const size = turnedSize(turn, screen);
    stage.size(size);
    const { style } = stage.getContent();
    style.width = `${size.width}px`;
    style.height = `${size.height}px`;
    stageSize = size;
    showTurn();
    viewport.setStage(comparison.paneSize(size, pixelRatio), pixelRatio);
    painter.redraw();
    for (const overlay of overlays) overlay.redraw();
    mark.follow();
    if (isMade) events.resized();
  }

  const stopPixelRatio = watchPixelRatio((pixelRatio) => resize(screenSize(), pixelRatio));
  resize(stage.size(), window.devicePixelRatio);
  isMade = true;

  /** @param isForSeries another picture of the series comes next */
  function close(isForSeries: boolean = false): void {
    isNextOfSeries = isForSeries;
    mark.show(undefined);
    comparison.end();
    pictures.close(isForSeries);
    viewport.setPhoto(undefined);
  }

  return {
    viewport,
    frames,
    comparison,
    addOverlay: (overlay: StageOverlay): void => void overlays.push(overlay),
    /**
     * Removes the patches. Resolves after the first drawing.
     * @param isSeries keeps the view (see `viewport.ts`)
     * @throws AppError `damaged-file` (also for a wrong size), `unreachable`, `cancelled`
     */
    async open(
      picture: ShownPicture,
      signal?: AbortSignal,
      isSeries: boolean = false,
    ): Promise<void> {
      if (signal?.aborted === true) throw cancelled();
      close(isSeries);
      await pictures.open(picture, signal);
    },
    expect: (file: Blob): void => pictures.expect(file),
    /** Shows a file that has no URL yet. @throws AppError if it cannot be decoded */
    async preview(file: Blob, signal: AbortSignal): Promise<void> {
      if (signal.aborted) throw cancelled();
      close();
      await pictures.preview(file, signal);
    },
    adopt: (picture: ShownPicture, isSameFile: boolean): boolean =>
      pictures.adopt(picture, isSameFile),
    get isPreview(): boolean {
      return pictures.isPreview;
    },
    close,
    /** Decodes likely next pictures, likeliest first, see `ahead.ts`. */
    prepare: (wanted: readonly AheadPicture[]): void => ahead.want(wanted),
    /** @throws AppError as `PatchPictures.setNow` */
    setPatches: (next: readonly PicturePatch[]): Promise<void> => patches.setNow(next),
    /** @param rect photo space */
    setMark: (rect: Rect | undefined): void => mark.show(rect),
    /** Pans to a part, or blinks its frame if it was in view already. */
    showRect(rect: Rect): void {
      if (!viewport.showRect(rect)) mark.blink();
    },
    /** Returns where a part is on the screen, as shares of its width and height. */
    placeOf: (rect: Rect): Rect => placeOf(rect, viewport, turn),
    redrawPicture,
    /** Draws at once, for pictures that change within an animation frame. */
    drawPictureNow: painter.redraw,
    /** Freezes idle layers at once, see `picture-stage.ts`. */
    rest(): void {
      for (const still of stills) still.rest();
    },
    pixelAt(at: Point): Point | undefined {
      const { photo } = viewport;
      if (photo === undefined) return undefined;
      const point = viewport.toPhoto(comparison.toPane(toStage(turn, screenSize(), at)));
      const x = Math.floor(point.x);
      const y = Math.floor(point.y);
      return x >= 0 && y >= 0 && x < photo.width && y < photo.height ? { x, y } : undefined;
    },
    get turn(): Turn {
      return turn;
    },
    setTurn(next: Turn): void {
      const screen = screenSize();
      turn = next;
      resize(screen, viewport.pixelRatio);
    },
    /** @param at CSS pixels from the container's top left corner */
    toStage: (at: Point): Point => toStage(turn, screenSize(), at),
    toScreen: (at: Point): Point => toScreen(turn, screenSize(), at),
    /** Screen directions. */
    panBy(x: number, y: number): void {
      const way = wayToStage(turn, { x, y });
      viewport.panBy(way.x, way.y);
    },
    resize,
    destroy(): void {
      stopPixelRatio();
      pictures.destroy();
      decoder.destroy();
      painter.destroy();
      mark.destroy();
      for (const still of stills) still.destroy();
      for (const layer of stage.getLayers()) layer.off('beforeDraw.fit');
      frames.destroy();
      Object.assign(stage.getContent().style, {
        pointerEvents: '',
        transform: '',
        transformOrigin: '',
      });
    },
  };
}

/** Gives the canvas of a layer the size of the stage, unless the layer is empty. */
function fitCanvas(layer: Layer, pixelRatio: number): void {
  const canvas = layer.getCanvas();
  const native = layer.getNativeCanvasElement();
  if (!layer.hasChildren()) return;
  if (canvas.getPixelRatio() !== pixelRatio) canvas.setPixelRatio(pixelRatio);
  canvas.setSizeIfChanged(layer.width(), layer.height());
  // Avoids stretching a stage of a fractional number of device pixels.
  native.style.width = `${native.width / pixelRatio}px`;
  native.style.height = `${native.height / pixelRatio}px`;
}

function placeOf(rect: Rect, { view, stage }: Viewport, turn: Turn): Rect {
  const screen = turnedSize(turn, stage);
  const place = rectToScreen(turn, screen, rectToView(view, rect));
  return {
    x: place.x / screen.width,
    y: place.y / screen.height,
    width: place.width / screen.width,
    height: place.height / screen.height,
  };
}

const STILL_LAYER = { restAfter: 150 } as const;

function createStillLayer(layer: Layer) {
  const still = document.createElement('canvas');
  still.setAttribute('aria-hidden', 'true');
  const context = still.getContext('bitmaprenderer');
  let timer: ReturnType<typeof setTimeout> | undefined;
  let resting = false;

  function rest(): void {
    clearTimeout(timer);
    const canvas = layer.getNativeCanvasElement();
    if (resting || context === null || canvas.width === 0 || canvas.height === 0) return;
    resting = true;
    if (layer.hasChildren()) {
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      copy.getContext('2d')?.drawImage(canvas, 0, 0);
      context.transferFromImageBitmap(copy.transferToImageBitmap());
      still.style.cssText = canvas.style.cssText;
      canvas.after(still);
    }
    canvas.style.display = 'none';
  }

  function drawn(): void {
    clearTimeout(timer);
    timer = setTimeout(rest, STILL_LAYER.restAfter);
    wake();
  }

  function wake(): void {
    if (!resting) return;
    resting = false;
    layer.getNativeCanvasElement().style.display = 'block';
    still.remove();
  }

  layer.on('draw.still', drawn);
  drawn();

  return {
    rest,
    destroy(): void {
      clearTimeout(timer);
      layer.off('draw.still');
      wake();
    },
  };
}
