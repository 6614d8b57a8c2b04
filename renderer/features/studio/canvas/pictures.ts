/** Loads the photo and shows it; its patches go with it (`patch-pictures.ts`). */
import { AppError, toAppError } from '../../../../shared/errors/app-error.ts';
import type { Ahead, ReadyDecoding } from './ahead.ts';
import type { OpenPhoto } from './core-types.ts';
import type { Decoder, Decoding, PictureFile } from './decoder.ts';
import type { PatchPictures } from './patch-pictures.ts';
import type { PhotoPainter } from './photo-painter.ts';
import type { BitmapPicture } from './picture.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import type { Viewport } from './viewport.ts';

export interface Pictures {
  /** Resolves when the photo has been drawn; rejects with an AppError. */
  openPhoto(photo: OpenPhoto, signal: AbortSignal | undefined): Promise<void>;
  /** Shows a file before it has become a photo; rejects with an AppError when it cannot be shown. */
  preview(file: Blob, signal: AbortSignal): Promise<void>;
  /**
   * The file that is shown has become this photo.
   *
   * @param isSameFile its bytes are those that were decoded; otherwise they are replaced silently
   * @returns false when nothing fitting is shown: the photo has to be opened
   */
  adopt(photo: OpenPhoto, isSameFile: boolean): boolean;
  /** What is shown is a file that has not become a photo yet. */
  readonly isPreview: boolean;
  /** @param isForSeries the picture may be wanted again soon, as others that are held ready */
  closePhoto(isForSeries: boolean): void;
  destroy(): void;
}

/**
 * @param redraw draws the photo layer in the next frame
 * @param photoReady called before the photo is drawn for the first time
 * @param failedLater the photo was shown small, but cannot be decoded completely
 */
export function createPictures(
  decoder: Decoder,
  painter: PhotoPainter,
  patches: PatchPictures,
  ahead: Ahead,
  viewport: Viewport,
  redraw: () => void,
  photoReady: (size: Size) => void,
  failedLater: (error: unknown) => void,
): Pictures {
  let photo: BitmapPicture | undefined;
  let opening: AbortController | undefined;
  /** The decoding of a file that is shown, but is no photo yet. */
  let previewing: Decoding | undefined;
  /** The photo whose picture is shown with all of its levels. */
  let whole: OpenPhoto | undefined;

  function leave(isForSeries: boolean): void {
    opening?.abort();
    previewing = undefined;
    painter.setPhoto(undefined);
    if (photo !== undefined && whole !== undefined && isForSeries) ahead.keep(whole, photo);
    else photo?.dispose();
    photo = undefined;
    whole = undefined;
    patches.clear();
  }

  function closePhoto(isForSeries: boolean): void {
    leave(isForSeries);
    if (!isForSeries) ahead.clear();
  }

  /** Closes what is open and shows another picture as soon as something of it can be drawn. */
  async function show(
    next: PictureFile,
    signal: AbortSignal | undefined,
    ready?: ReadyDecoding,
  ): Promise<Decoding> {
    leave(false);
    const controller = new AbortController();
    opening = controller;
    const stop = signal === undefined ? controller.signal : anyOf(controller.signal, signal);
    const decoding = ready?.decoding ?? decoder.decode(next, stagePixels(viewport), redraw, stop);
    if (ready !== undefined) stop.addEventListener('abort', ready.stop);
    const picture = await decoding.picture;
    if (stop.aborted) {
      picture.dispose();
      throw new AppError({ kind: 'cancelled', message: 'Stopped.' });
    }
    photo = picture;
    photoReady(picture.size);
    painter.setPhoto(picture);
    painter.redraw();
    return decoding;
  }

  /** What is shown may still turn out to be damaged further down. */
  async function complete(next: OpenPhoto, decoding: Decoding): Promise<void> {
    const shown = photo;
    try {
      await decoding.complete;
      if (photo === shown) whole = next;
    } catch (error) {
      // given up for the next photo, which has not taken its place yet
      const isGivenUp = toAppError(error).kind === 'cancelled';
      if (photo === shown && !isGivenUp) failedLater(error);
    }
  }

  /** Another picture of the same size instead of the shown one, once all of it is there. */
  async function replace(shown: BitmapPicture, next: OpenPhoto): Promise<void> {
    const controller = new AbortController();
    opening = controller;
    const noRedraw = (): void => undefined;
    const decoding = decoder.decode(next, stagePixels(viewport), noRedraw, controller.signal);
    try {
      await decoding.complete;
      const picture = await decoding.picture;
      if (photo !== shown) {
        picture.dispose();
        return;
      }
      photo = picture;
      whole = next;
      painter.setPhoto(picture);
      redraw();
      shown.dispose();
    } catch (error) {
      if (photo === shown) failedLater(error);
    }
  }

  return {
    async openPhoto(next, signal) {
      const decoding = await show(next, signal, ahead.take(next, redraw));
      void complete(next, decoding);
    },
    async preview(file, signal) {
      previewing = await show({ file }, signal);
    },
    adopt(next, isSameFile) {
      const shown = photo;
      const decoding = previewing;
      if (shown === undefined || decoding === undefined || !isSameSize(shown.size, next.size)) {
        return false;
      }
      previewing = undefined;
      if (isSameFile) void complete(next, decoding);
      else void replace(shown, next);
      return true;
    },
    get isPreview() {
      return previewing !== undefined;
    },
    closePhoto,
    destroy: () => closePhoto(false),
  };
}

function anyOf(first: AbortSignal, second: AbortSignal): AbortSignal {
  return AbortSignal.any([first, second]);
}

/** The stage in device pixels: the level of a picture that fills it is made first. */
export function stagePixels({ stage, pixelRatio }: Viewport): Size {
  return { width: stage.width * pixelRatio, height: stage.height * pixelRatio };
}

function isSameSize(a: Size, b: Size): boolean {
  return a.width === b.width && a.height === b.height;
}
