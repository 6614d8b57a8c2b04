/**
 * Shows a picture on a mounted stage, and compares it: the hand moves it, wheel and pinch zoom, keys
 * too while the stage has the focus. Imperative; `PictureViewer.tsx` mounts one.
 *
 * @example With `<Stage>` and two `<Layer listening={false}>` mounted in an element with a size:
 *
 *   const viewer = createViewer({ stage, pictureLayer, overlayLayer, container });
 *   viewer.resize({ width: container.clientWidth, height: container.clientHeight }, devicePixelRatio);
 *   await viewer.open({ id, size, url });
 *   await viewer.setComparison({ mode: 'split', states: [{ patches: [] }, { picture: enlarged }] });
 *   const letGo = linkViews([viewer, other]);
 */
import { createCallbacks } from '../../../shared/callbacks.ts';
import type { AppError } from '../../../shared/errors/app-error.ts';
import type { Point, Rect, Size } from '../../../shared/geometry/rect.ts';
import { BUTTON, handGesture, zoomGesture, type Press } from './input/gesture.ts';
import { createInput } from './input/input.ts';
import type { LinkableView } from './comparing/linked-views.ts';
import { createPictureStage, type StageParts } from './layers/picture-stage.ts';
import { createSnapshotStore } from './layers/snapshot-store.ts';
import { viewKey } from './input/view-keys.ts';
import type { PicturePatch, ShownPicture, StateComparison } from './viewer-types.ts';
import type { View } from './geometry/view.ts';
import type { ViewChange } from './geometry/viewport.ts';

export interface ViewerParts extends StageParts {
  /** The element around the stage, `position: relative` and as large as it; receives pointer and keys. */
  readonly container: HTMLElement;
  /** Keys without Ctrl or Cmd move the view; else they are left to the screen. True unless given. */
  readonly hasPlainKeys?: () => boolean;
  /**
   * The open picture was shown small, but turned out to be damaged when it was decoded completely; it
   * has been closed. Reported as an uncaught error by default.
   */
  readonly onPictureError?: (error: AppError) => void;
  /** The same of a patch or a compared picture; comparing has ended. */
  readonly onPatchError?: (error: AppError) => void;
}

/** The state of a viewer, for its screen. */
export interface ViewerSnapshot {
  /** Device pixels per photo pixel: 1 = 100 %. */
  readonly zoom: number;
  /** Where the picture lies on the stage (in each of its parts), CSS pixels: for elements over it. */
  readonly view: View;
  /** Of one part, CSS pixels. */
  readonly stage: Size;
  /** Size of the open picture. */
  readonly picture: Size | undefined;
}

export interface Viewer extends LinkableView {
  /** See `PictureStage.open`. @throws AppError */
  open(picture: ShownPicture, signal?: AbortSignal, isSeries?: boolean): Promise<void>;
  close(): void;
  /** @throws AppError `damaged-file`, `unreachable`; `cancelled` when called again meanwhile */
  setPatches(patches: readonly PicturePatch[]): Promise<void>;
  /**
   * Compares two to four states of the picture, or pictures; `undefined` ends it. Resolves when it is
   * shown; the former picture stays until then.
   *
   * @throws AppError as `Comparison.set`
   */
  setComparison(comparison: StateComparison | undefined): Promise<void>;
  /** Moves the line of a split. @param share of the stage's width, 0 … 1 */
  setSplit(share: number): void;
  /** The visible state of a flickering comparison. @param index from 0 */
  showState(index: number): void;
  /** Frames a part of the picture. @param rect photo space; `undefined` = nothing */
  setMark(rect: Rect | undefined): void;
  /** Brings a part of the picture into the middle, at a zoom at which it can be judged; one in view blinks. */
  showRect(rect: Rect): void;
  fit(): void;
  /** The part that "fit" shows; all of the picture unless given. @param area photo space; may reach beyond the picture */
  setFitArea(area: Rect | undefined): void;
  zoomToActualSize(): void;
  zoomBy(factor: number): void;
  /** @param x CSS pixels to the right @param y down */
  panBy(x: number, y: number): void;
  /** The container has another size. @param size CSS pixels @param pixelRatio device pixels per CSS pixel */
  resize(size: Size, pixelRatio: number): void;
  /** Draws the picture at once: a live one has changed, in this animation frame. */
  drawNow(): void;
  /** The photo pixel under the pointer; `undefined` beside the picture. */
  pointerOnPicture(): Point | undefined;
  /** A press moves the picture, also under a box: Space is held. */
  isHandWanted(): boolean;
  /** Calls back at most once per frame, after the snapshot was renewed. */
  subscribe(listener: () => void): () => void;
  getSnapshot(): ViewerSnapshot;
  destroy(): void;
}

/** Ctrl or Cmd with the wheel: there is no size to step, so it zooms by this factor. */
const STEP_ZOOM = 1.2;

/** Takes over the mounted stage; see the top of this file. */
export function createViewer(parts: ViewerParts): Viewer {
  const { container } = parts;
  const viewCallbacks = createCallbacks<[why: ViewChange]>();
  let pointer: Point | undefined;

  const shown = createPictureStage(parts, {
    viewChanged(why) {
      store.changed();
      viewCallbacks.call(why);
    },
    pictureReady: () => undefined,
    sceneChanged(isLayout) {
      if (isLayout) input.endGesture();
      store.changed();
    },
    resized: () => input.refreshPosition(),
    pictureFailed(error) {
      close();
      (parts.onPictureError ?? reportError)(error);
    },
    patchFailed(error) {
      comparison.end();
      (parts.onPatchError ?? reportError)(error);
    },
  });
  const { viewport, comparison } = shown;
  const store = createSnapshotStore<ViewerSnapshot>(shown.frames, () => ({
    zoom: viewport.view.scale * viewport.pixelRatio,
    view: viewport.view,
    stage: viewport.stage,
    picture: viewport.photo,
  }));

  const input = createInput<Press>(container, {
    press: (button, { space, control }) => {
      const isHand = space || button === BUTTON.middle;
      const isZoom = control && !isHand;
      return {
        isHand: isHand || isZoom,
        cursor: isZoom ? 'zoom-in' : 'hand',
        begin(start) {
          if (viewport.photo === undefined || button === BUTTON.right) return undefined;
          if (!isZoom) return handGesture(start, (x, y) => viewport.panBy(x, y));
          return zoomGesture(start, (factor, at) => viewport.zoomBy(factor, comparison.toPane(at)));
        },
      };
    },
    leavesSpace: () => parts.hasPlainKeys?.() === false,
    hover(at) {
      pointer = at;
    },
    cursor: () => undefined,
    zoom: (factor, at) => viewport.zoomBy(factor, comparison.toPane(at)),
    pan: (x, y) => viewport.panBy(x, y),
    stepSize: (direction, at) => viewport.zoomBy(STEP_ZOOM ** direction, comparison.toPane(at)),
  });

  function onKey(event: KeyboardEvent): void {
    // a box or a button on the stage has keys of its own
    if (event.target !== container || event.defaultPrevented) return;
    const action = viewKey(event);
    if (action === undefined) return;
    if (parts.hasPlainKeys?.() === false && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    switch (action.type) {
      case 'pan':
        viewport.panBy(action.x, action.y);
        break;
      case 'zoom':
        viewport.zoomBy(action.factor);
        break;
      case 'fit':
        viewport.fit();
        break;
      case 'actual-size':
        viewport.zoomToActualSize();
        break;
    }
  }
  container.addEventListener('keydown', onKey);

  function close(): void {
    input.endGesture();
    shown.close();
  }

  return {
    open(picture, signal, isSeries) {
      input.endGesture();
      return shown.open(picture, signal, isSeries);
    },
    close,
    setPatches: (patches) => shown.setPatches(patches),
    setComparison: (wanted) => comparison.set(wanted),
    setSplit: (share) => comparison.setSplit(share),
    showState: (index) => comparison.showState(index),
    setMark: (rect) => shown.setMark(rect),
    showRect: (rect) => shown.showRect(rect),
    fit: () => viewport.fit(),
    setFitArea: (area) => viewport.setFitArea(area),
    zoomToActualSize: () => viewport.zoomToActualSize(),
    zoomBy: (factor) => viewport.zoomBy(factor),
    panBy: (x, y) => viewport.panBy(x, y),
    resize: shown.resize,
    drawNow: () => shown.drawPictureNow(),
    pointerOnPicture: () => (pointer === undefined ? undefined : shown.pixelAt(pointer)),
    isHandWanted: () => input.firstPress().isHand,
    get sharedView() {
      return viewport.shared;
    },
    followView: (shared) => viewport.follow(shared),
    onViewChanged: viewCallbacks.on,
    subscribe: store.subscribe,
    getSnapshot: store.get,
    destroy() {
      container.removeEventListener('keydown', onKey);
      input.destroy();
      shown.destroy();
    },
  };
}
