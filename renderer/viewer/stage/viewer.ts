/** Pans, zooms and compares a picture on a mounted stage. `PictureViewer.tsx` mounts one. */
import { createCallbacks } from '../../../shared/callbacks.ts';
import type { AppError } from '../../../shared/errors/app-error.ts';
import type { Size } from '../../../shared/geometry/rect.ts';
import { BUTTON, type Press, handGesture, zoomGesture } from './input/gesture.ts';
import { ARROWS } from './input/arrow-steps.ts';
import { createInput } from './input/input.ts';
import { type StageDeps, createPictureStage } from './layers/picture-stage.ts';
import { createSnapshotStore } from './layers/snapshot-store.ts';
import type { ShownPicture } from './viewer-types.ts';
import type { View } from './geometry/view.ts';
import type { ViewChange } from './geometry/viewport.ts';

const VIEW_KEYS = {
  /** CSS pixels per arrow key; `panFar` with Shift. */
  pan: 40,
  panFar: 240,
  zoom: 1.25,
} as const;

type ViewKeyAction =
  | { readonly type: 'pan'; readonly x: number; readonly y: number }
  | { readonly type: 'zoom'; readonly factor: number }
  | { readonly type: 'fit' }
  | { readonly type: 'actual-size' };

interface KeyInput {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/** Returns `undefined` for other keys. Plus, minus, 0 and 1 also work with Ctrl or Cmd. */
export function viewKey(input: KeyInput): ViewKeyAction | undefined {
  if (input.altKey) return undefined;
  const arrow = ARROWS[input.key];
  if (arrow !== undefined) {
    if (input.ctrlKey || input.metaKey) return undefined;
    const by = input.shiftKey ? VIEW_KEYS.panFar : VIEW_KEYS.pan;
    // the picture moves the other way
    return { type: 'pan', x: 0 - arrow.x * by, y: 0 - arrow.y * by };
  }
  switch (input.key) {
    case '+':
    case '=':
      return { type: 'zoom', factor: VIEW_KEYS.zoom };
    case '-':
      return { type: 'zoom', factor: 1 / VIEW_KEYS.zoom };
    case '0':
      return { type: 'fit' };
    case '1':
      return { type: 'actual-size' };
    default:
      return undefined;
  }
}

interface ViewerDeps extends StageDeps {
  /** Surrounds the stage with `position: relative` and the same size; receives pointer and keys. */
  readonly container: HTMLElement;
  /** False leaves keys without Ctrl or Cmd to the screen. Default: true. */
  readonly hasPlainKeys?: () => boolean;
  /** The open picture turned out to be damaged and has been closed. Default: an uncaught error. */
  readonly onPictureError?: (error: AppError) => void;
  /** Called for a damaged patch or compared picture; comparing has ended. */
  readonly onPatchError?: (error: AppError) => void;
}

export interface ViewerSnapshot {
  /** Device pixels per photo pixel: 1 = 100 %. */
  readonly zoom: number;
  /** Within each pane, CSS pixels. */
  readonly view: View;
  /** Size of one pane, CSS pixels. */
  readonly stage: Size;
  readonly picture: Size | undefined;
}

export type Viewer = ReturnType<typeof createViewer>;

/** Zoom factor for Ctrl or Cmd with the wheel, since there is no size to change. */
const STEP_ZOOM = 1.2;

export function createViewer(deps: ViewerDeps) {
  const { container } = deps;
  const viewCallbacks = createCallbacks<[why: ViewChange]>();

  const shown = createPictureStage(deps, {
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
      (deps.onPictureError ?? reportError)(error);
    },
    patchFailed(error) {
      comparison.end();
      (deps.onPatchError ?? reportError)(error);
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
    leavesSpace: () => deps.hasPlainKeys?.() === false,
    hover: () => undefined,
    cursor: () => undefined,
    zoom: (factor, at) => viewport.zoomBy(factor, comparison.toPane(at)),
    pan: (x, y) => viewport.panBy(x, y),
    stepSize: (direction, at) => viewport.zoomBy(STEP_ZOOM ** direction, comparison.toPane(at)),
  });

  function onKey(event: KeyboardEvent): void {
    // boxes and buttons on the stage have their own keys
    if (event.target !== container || event.defaultPrevented) return;
    const action = viewKey(event);
    if (action === undefined) return;
    if (deps.hasPlainKeys?.() === false && !event.ctrlKey && !event.metaKey) return;
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
    /** @throws AppError as `PictureStage.open` */
    open(picture: ShownPicture, signal?: AbortSignal, isSeries?: boolean): Promise<void> {
      input.endGesture();
      return shown.open(picture, signal, isSeries);
    },
    close,
    setPatches: shown.setPatches,
    /**
     * `undefined` ends it. Resolves when shown; the old picture stays until then.
     * @throws AppError as `Comparison.set`
     */
    setComparison: comparison.set,
    /** @param share of the stage's width, 0 … 1 */
    setSplit: comparison.setSplit,
    /** @param index from 0, of a flickering comparison */
    showState: comparison.showState,
    setMark: shown.setMark,
    /** Centres a part at a zoom at which it can be judged, or blinks it if in view. */
    showRect: shown.showRect,
    fit: viewport.fit,
    /** Sets the part that "fit" shows. @param area photo space; may reach beyond the picture */
    setFitArea: viewport.setFitArea,
    zoomToActualSize: viewport.zoomToActualSize,
    zoomBy: (factor: number): void => viewport.zoomBy(factor),
    /** @param x CSS pixels to the right @param y down */
    panBy: viewport.panBy,
    /** @param size CSS pixels @param pixelRatio device pixels per CSS pixel */
    resize: shown.resize,
    /** Draws at once, for a live picture that changed in this animation frame. */
    drawNow: shown.drawPictureNow,
    /** True while Space is held: a press pans the picture, even under a box. */
    isHandWanted: (): boolean => input.firstPress().isHand,
    get sharedView() {
      return viewport.shared;
    },
    followView: viewport.follow,
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
