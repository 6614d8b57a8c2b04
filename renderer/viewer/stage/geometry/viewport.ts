import {
  type Point,
  type Rect,
  type Size,
  containsRect,
  hasSameShape,
} from '../../../../shared/geometry/rect.ts';

import type { DeviceTransform } from './device-transform.ts';
import {
  centreOn,
  clampPosition,
  clampScale,
  fitRect,
  fitView,
  panBy,
  screenToPhoto,
  snapView,
  viewOn,
  visiblePhotoRect,
  zoomAt,
  type View,
} from './view.ts';

export type ViewChange = 'moved' | 'picture' | 'stage' | 'followed';

export interface SharedView {
  /** The middle of the stage, as a share of the picture. */
  readonly centre: Point;
  /** Relative to the scale at which the whole picture fills the stage. */
  readonly zoom: number;
  readonly isFitted: boolean;
}

export type Viewport = ReturnType<typeof createViewport>;

const NO_VIEW: View = { x: 0, y: 0, scale: 1 };

interface LeftView {
  readonly photo: Size;
  /** The middle of the stage, as a share of the photo. */
  readonly centre: Point;
  readonly scale: number;
  readonly fitted: boolean;
  /** True if fitted beyond 100 %. */
  readonly isEnlarged: boolean;
}

/** @param changed called after every change of the view */
export function createViewport(changed: (why: ViewChange) => void) {
  let stage: Size = { width: 1, height: 1 };
  let pixelRatio = 1;
  let photo: Size | undefined;
  let exact = NO_VIEW;
  let snapped = NO_VIEW;
  let fitted = true;
  let isEnlarged = false;
  let fitArea: Rect | undefined;
  let left: LeftView | undefined;
  /** The user has not moved this photo of another shape: the next one gets the view before it. */
  let isStandIn = false;

  function set(view: View, why: ViewChange): void {
    exact = photo === undefined ? view : clampPosition(view, photo, stage);
    snapped = snapView(exact, pixelRatio);
    changed(why);
  }

  function middle(): Point {
    return { x: stage.width / 2, y: stage.height / 2 };
  }

  function zoomTo(scale: number, anchor: Point): void {
    if (photo === undefined) return;
    chosen();
    set(zoomAt(exact, anchor, clampScale(scale, photo, stage, pixelRatio)), 'moved');
  }

  /** @param enlarge allows more than 100 % */
  function showAll(enlarge: boolean, why: ViewChange): void {
    if (photo === undefined) return;
    const limit = clampScale(Infinity, photo, stage, pixelRatio);
    fitted = true;
    isEnlarged = enlarge;
    const most = enlarge ? limit : Math.min(limit, 1 / pixelRatio);
    set(fitArea === undefined ? fitView(photo, stage, most) : fitRect(fitArea, stage, most), why);
  }

  function chosen(): void {
    fitted = false;
    isStandIn = false;
  }

  function remember(): void {
    if (photo === undefined || isStandIn) return;
    const centre = screenToPhoto(exact, middle());
    left = {
      photo,
      centre: { x: centre.x / photo.width, y: centre.y / photo.height },
      scale: exact.scale,
      fitted,
      isEnlarged,
    };
  }

  /** True if the part is on the stage or the stage is within the part. */
  function isSeen(rect: Rect): boolean {
    if (photo === undefined) return false;
    const visible = visiblePhotoRect(snapped, stage, photo);
    return containsRect(visible, rect) || containsRect(rect, visible);
  }

  /** @returns false if no view fits */
  function takeOver(size: Size): boolean {
    if (left === undefined || !hasSameShape(left.photo, size)) return false;
    if (left.fitted) {
      showAll(left.isEnlarged, 'picture');
      return true;
    }
    fitted = false;
    const centre = { x: left.centre.x * size.width, y: left.centre.y * size.height };
    const scale = (left.scale * left.photo.width) / size.width;
    set(centreOn(centre, stage, clampScale(scale, size, stage, pixelRatio)), 'picture');
    return true;
  }

  return {
    /** Keeps its identity until it changes. */
    get view(): View {
      return snapped;
    },
    get stage(): Size {
      return stage;
    },
    get pixelRatio(): number {
      return pixelRatio;
    },
    get photo(): Size | undefined {
      return photo;
    },
    get transform(): DeviceTransform {
      return {
        zoom: snapped.scale * pixelRatio,
        x: Math.round(snapped.x * pixelRatio),
        y: Math.round(snapped.y * pixelRatio),
      };
    },
    get visible(): Rect {
      return visiblePhotoRect(snapped, stage, photo ?? { width: 0, height: 0 });
    },
    toPhoto: (point: Point): Point => screenToPhoto(snapped, point),
    /**
     * @param isSeries keeps the view. A photo of another shape is fitted, and the next of the old
     * shape gets the view back
     */
    setPhoto(size: Size | undefined, isSeries: boolean = false): void {
      remember();
      photo = size;
      isStandIn = false;
      if (size === undefined) set(NO_VIEW, 'picture');
      else if (!isSeries) showAll(false, 'picture');
      else if (!takeOver(size)) {
        isStandIn = left !== undefined;
        showAll(false, 'picture');
      }
    },
    /** CSS pixels. Keeps the middle in place, and a fitted picture fitted. */
    setStage(size: Size, ratio: number): void {
      const centre = screenToPhoto(exact, middle());
      // Keeps the zoom in device pixels when the window moves to another monitor.
      const scale = (exact.scale * pixelRatio) / ratio;
      stage = size;
      pixelRatio = ratio;
      if (photo === undefined) set(NO_VIEW, 'stage');
      else if (fitted) showAll(isEnlarged, 'stage');
      else set(centreOn(centre, stage, clampScale(scale, photo, stage, pixelRatio)), 'stage');
    },
    fit(): void {
      isStandIn = false;
      showAll(true, 'moved');
    },
    /** Sets the part that "fit" shows. @param area photo space; may reach beyond the photo */
    setFitArea(area: Rect | undefined): void {
      fitArea = area;
      if (fitted) showAll(isEnlarged, 'stage');
    },
    zoomToActualSize: (): void => zoomTo(1 / pixelRatio, middle()),
    /** @param zoom device pixels per photo pixel (1 = 100 %), clamped */
    setZoom: (zoom: number): void => zoomTo(zoom / pixelRatio, middle()),
    /** @param anchor screen point that stays in place; the middle by default */
    zoomBy: (factor: number, anchor: Point = middle()): void =>
      zoomTo(exact.scale * factor, anchor),
    panBy(x: number, y: number): void {
      if (photo === undefined) return;
      chosen();
      set(panBy(exact, x, y), 'moved');
    },
    /** @returns false if the part is already on the stage: nothing moves then */
    showRect(rect: Rect): boolean {
      if (photo === undefined || isSeen(rect)) return false;
      chosen();
      const { x, y, scale } = viewOn(rect, stage, exact.scale, pixelRatio);
      const allowed = clampScale(scale, photo, stage, pixelRatio);
      const middleOfRect = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
      set(allowed === scale ? { x, y, scale } : centreOn(middleOfRect, stage, allowed), 'moved');
      return true;
    },
    get shared(): SharedView | undefined {
      if (photo === undefined) return undefined;
      const { x, y } = screenToPhoto(exact, middle());
      return {
        centre: { x: x / photo.width, y: y / photo.height },
        zoom: exact.scale / fitView(photo, stage).scale,
        isFitted: fitted,
      };
    },
    follow({ centre, zoom, isFitted }: SharedView): void {
      if (photo === undefined) return;
      if (isFitted) return showAll(true, 'followed');
      chosen();
      const point = { x: centre.x * photo.width, y: centre.y * photo.height };
      const scale = clampScale(fitView(photo, stage).scale * zoom, photo, stage, pixelRatio);
      set(centreOn(point, stage, scale), 'followed');
    },
  };
}
