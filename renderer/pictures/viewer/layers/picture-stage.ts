/**
 * A picture on a mounted Konva stage: the view, the pictures, the states that are compared, a frame
 * around one part. It takes no input: `viewer.ts` gives it that of a hand, and who draws more over the
 * picture gives it their own.
 */
import { Konva } from 'konva/lib/Global.js';
import type { Layer } from 'konva/lib/Layer.js';
import type { Stage } from 'konva/lib/Stage.js';
import { cancelled, toAppError, type AppError } from '../../../../shared/errors/app-error.ts';
import type { Point, Rect, Size } from '../../../../shared/geometry/rect.ts';
import { createAhead } from '../decoding/ahead.ts';
import { createComparison, type Comparison } from '../comparing/comparison.ts';
import { createDecoder } from '../decoding/decoder.ts';
import { createFrameLoop, type FrameLoop } from './frame-loop.ts';
import { createMarkLayer } from './mark-layer.ts';
import { createPatchPictures } from '../decoding/patch-pictures.ts';
import { createPicturePainter } from './picture-painter.ts';
import { createPictures, stagePixels } from '../decoding/pictures.ts';
import { watchPixelRatio } from '../geometry/pixel-ratio.ts';
import { createStillLayer } from './still-layer.ts';
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

/** Parts that a screen mounts and hands over; they stay the screen's and are not destroyed. */
export interface StageParts {
  /** All of its layers have `listening={false}`. */
  readonly stage: Stage;
  /** The lowest. */
  readonly pictureLayer: Layer;
  /** The highest: for rare drawings. */
  readonly overlayLayer: Layer;
}

/** Callbacks of a stage. None of these is called before `createPictureStage` returns. */
export interface StageEvents {
  /** The view is another one, see {@link ViewChange}. */
  viewChanged(why: ViewChange): void;
  /** Another picture is there, and about to be drawn for the first time. */
  pictureReady(size: Size): void;
  /** Other states are seen; `isLayout`: the stage is parted in another way. */
  sceneChanged(isLayout: boolean): void;
  /** The picture was shown small, but cannot be decoded completely (the end of the file is missing). */
  pictureFailed(error: AppError): void;
  /** The same of a patch, or of a picture that the open one is compared with. */
  patchFailed(error: AppError): void;
  /** The stage may lie elsewhere on the page. */
  resized(): void;
  /** Draws over the picture within a part of the stage (device pixels); not in a comparison with parts. */
  paintOver?(context: CanvasRenderingContext2D, part: Rect): void;
}

/** Something else that is drawn on the stage, in the same view. */
export interface StageOverlay {
  /** The view has changed. */
  show(): void;
  /** The stage is as good as new: everything has to be drawn. */
  redraw(): void;
}

export interface PictureStage {
  readonly viewport: Viewport;
  readonly frames: FrameLoop;
  readonly comparison: Comparison;
  addOverlay(overlay: StageOverlay): void;
  /**
   * Shows another picture; the patches go. Resolves when it is visible for the first time.
   *
   * @param isSeries it follows another of its series: the view is kept (see `viewport.ts`)
   * @throws AppError `damaged-file` (also when it has not the given size), `unreachable`, or `cancelled`
   *   when `signal` is aborted or another picture is opened meanwhile; then no picture is open
   */
  open(picture: ShownPicture, signal?: AbortSignal, isSeries?: boolean): Promise<void>;
  /** See `Pictures.expect`. */
  expect(file: Blob): void;
  /** Shows a file that has no address yet. @throws AppError when the window cannot decode it */
  preview(file: Blob, signal: AbortSignal): Promise<void>;
  /** See `Pictures.adopt`. */
  adopt(picture: ShownPicture, isSameFile: boolean): boolean;
  /** The picture is a file that has no address yet. */
  readonly isPreview: boolean;
  /** @param isForSeries another of the same series comes next */
  close(isForSeries?: boolean): void;
  /** Decodes pictures that may be opened next, the likeliest first, see `ahead.ts`. */
  prepare(pictures: readonly AheadPicture[]): void;
  /** @throws AppError as `PatchPictures.setNow` */
  setPatches(patches: readonly PicturePatch[]): Promise<void>;
  /** Frames a part of the picture. @param rect photo space; `undefined` = nothing */
  setMark(rect: Rect | undefined): void;
  /** Brings a part into view and lets its frame blink where it was there already. */
  showRect(rect: Rect): void;
  /** Where a part of the picture is on the screen at this moment, as shares of its width and height. */
  placeOf(rect: Rect): Rect;
  /** Draws the picture layer in the next frame. */
  redrawPicture(): void;
  /** Draws it at once, for pictures that change within an animation frame. */
  drawPictureNow(): void;
  /** Shows layers that are not drawn at the moment as still pictures, at once: see `still-layer.ts`. */
  rest(): void;
  /** The photo pixel under a point of the screen; `undefined` beside the picture. */
  pixelAt(at: Point): Point | undefined;
  /** How the view is turned. */
  readonly turn: Turn;
  setTurn(turn: Turn): void;
  /** A point of the screen (CSS pixels from the container's top left corner) on the stage. */
  toStage(at: Point): Point;
  /** The other way round. */
  toScreen(at: Point): Point;
  /** Moves the picture along a way on the screen. */
  panBy(x: number, y: number): void;
  /** There is room of another size. @param size CSS pixels, as on the screen @param pixelRatio device pixels per CSS pixel */
  resize(size: Size, pixelRatio: number): void;
  destroy(): void;
}

export function createPictureStage(parts: StageParts, events: StageEvents): PictureStage {
  const { stage, pictureLayer, overlayLayer } = parts;
  // Pointer events go straight to the container: Konva measures the page at each of them.
  stage.getContent().style.pointerEvents = 'none';
  const overlays: StageOverlay[] = [];
  const frames = createFrameLoop();
  /** Until all of this is there, there is nothing to tell. */
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
  /** The whole stage; the view is that of one part of it when states are side by side. */
  let stageSize: Size = { width: 1, height: 1 };
  let turn = NO_TURN;
  /** The stage as it is on the screen. */
  const screenSize = (): Size => turnedSize(turn, stageSize);
  const comparison = createComparison(
    patches,
    () => viewport.photo,
    () => ({ size: stageSize, pixelRatio: viewport.pixelRatio, turn }),
    showScene,
  );
  const mark = createMarkLayer(overlayLayer, viewport, () => comparison.paneStarts);
  /** The picture that is being opened keeps the view. */
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
  const stills = [createStillLayer(pictureLayer), createStillLayer(overlayLayer)];

  function showView(): void {
    painter.show();
    for (const overlay of overlays) overlay.show();
    mark.follow();
  }

  /** Other patches are to be seen, or the stage is parted in another way. */
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

  /** All of the stage is turned by the browser: what is drawn knows nothing of it. */
  function showTurn(): void {
    const { style } = stage.getContent();
    const { a, b, c, d, e, f } = turnMatrix(turn, screenSize());
    style.transformOrigin = isTurned(turn) ? '0 0' : '';
    style.transform = isTurned(turn) ? `matrix(${a}, ${b}, ${c}, ${d}, ${e}, ${f})` : '';
    painter.setTurn(turn);
  }

  function resize(screen: Size, pixelRatio: number): void {
    const size = turnedSize(turn, screen);
    const layers = stage.getLayers();
    const unchanged =
      stage.width() === size.width &&
      stage.height() === size.height &&
      layers.every((layer) => layer.getCanvas().getPixelRatio() === pixelRatio);
    if (!unchanged) resizeLayers(stage, size, pixelRatio);
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

  function close(isForSeries = false): void {
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
    addOverlay: (overlay) => void overlays.push(overlay),
    async open(picture, signal, isSeries = false) {
      if (signal?.aborted === true) throw cancelled();
      close(isSeries);
      await pictures.open(picture, signal);
    },
    expect: (file) => pictures.expect(file),
    async preview(file, signal) {
      if (signal.aborted) throw cancelled();
      close();
      await pictures.preview(file, signal);
    },
    adopt: (picture, isSameFile) => pictures.adopt(picture, isSameFile),
    get isPreview() {
      return pictures.isPreview;
    },
    close,
    prepare: (wanted) => ahead.want(wanted),
    setPatches: (next) => patches.setNow(next),
    setMark: (rect) => mark.show(rect),
    showRect(rect) {
      if (!viewport.showRect(rect)) mark.blink();
    },
    placeOf: (rect) => placeOf(rect, viewport, turn),
    redrawPicture,
    drawPictureNow: painter.redraw,
    rest() {
      for (const still of stills) still.rest();
    },
    pixelAt(at) {
      const { photo } = viewport;
      if (photo === undefined) return undefined;
      const point = viewport.toPhoto(comparison.toPane(toStage(turn, screenSize(), at)));
      const x = Math.floor(point.x);
      const y = Math.floor(point.y);
      return x >= 0 && y >= 0 && x < photo.width && y < photo.height ? { x, y } : undefined;
    },
    get turn() {
      return turn;
    },
    setTurn(next) {
      const screen = screenSize();
      turn = next;
      resize(screen, viewport.pixelRatio);
    },
    toStage: (at) => toStage(turn, screenSize(), at),
    toScreen: (at) => toScreen(turn, screenSize(), at),
    panBy(x, y) {
      const way = wayToStage(turn, { x, y });
      viewport.panBy(way.x, way.y);
    },
    resize,
    destroy() {
      stopPixelRatio();
      pictures.destroy();
      decoder.destroy();
      painter.destroy();
      mark.destroy();
      for (const still of stills) still.destroy();
      frames.destroy();
      Object.assign(stage.getContent().style, {
        pointerEvents: '',
        transform: '',
        transformOrigin: '',
      });
    },
  };
}

function resizeLayers(stage: Stage, size: Size, pixelRatio: number): void {
  const layers = stage.getLayers();
  // For display only: exports are made from the files, at 1 : 1.
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

/** See `PictureStage.placeOf`. */
function placeOf(rect: Rect, { view, stage }: Viewport, turn: Turn): Rect {
  const screen = turnedSize(turn, stage);
  const place = rectToScreen(turn, screen, {
    x: view.x + rect.x * view.scale,
    y: view.y + rect.y * view.scale,
    width: rect.width * view.scale,
    height: rect.height * view.scale,
  });
  return {
    x: place.x / screen.width,
    y: place.y / screen.height,
    width: place.width / screen.width,
    height: place.height / screen.height,
  };
}
