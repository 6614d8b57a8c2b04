/** Loads the picture and shows it; its patches go with it (`patch-pictures.ts`). */
import { cancelled, toAppError } from '../../../../shared/errors/app-error.ts';
import type { Ahead, ReadyDecoding } from './ahead.ts';
import type { Decoder, Decoding, PictureFile } from './decoder.ts';
import type { PatchPictures } from './patch-pictures.ts';
import type { PicturePainter } from '../layers/picture-painter.ts';
import type { PictureSource } from './picture.ts';
import { isSameSize, type Size } from '../../../../shared/geometry/rect.ts';
import type { ShownPicture } from '../viewer-types.ts';
import type { Viewport } from '../geometry/viewport.ts';

export interface Pictures {
  /** Resolves when the picture has been drawn; rejects with an AppError. */
  open(photo: ShownPicture, signal: AbortSignal | undefined): Promise<void>;
  /** A file is about to be shown: its decoding begins, while the page gets ready for it. */
  expect(file: Blob): void;
  /** Shows a file before it has an address; rejects with an AppError when it cannot be shown. */
  preview(file: Blob, signal: AbortSignal): Promise<void>;
  /**
   * The file that is shown has an address now.
   *
   * @param isSameFile its bytes are those that were decoded; otherwise they are replaced silently
   * @returns false when nothing fitting is shown: the picture has to be opened
   */
  adopt(photo: ShownPicture, isSameFile: boolean): boolean;
  /** The picture is a file that has no address yet. */
  readonly isPreview: boolean;
  /** @param isForSeries the picture may be wanted again soon, as others that are held ready */
  close(isForSeries: boolean): void;
  destroy(): void;
}

/**
 * @param redraw draws the picture layer in the next frame
 * @param pictureReady called before the picture is drawn for the first time
 * @param failedLater the picture was shown small, but cannot be decoded completely
 */
export function createPictures(
  decoder: Decoder,
  painter: PicturePainter,
  patches: PatchPictures,
  ahead: Ahead,
  viewport: Viewport,
  redraw: () => void,
  pictureReady: (size: Size) => void,
  failedLater: (error: unknown) => void,
): Pictures {
  let photo: PictureSource | undefined;
  let opening: AbortController | undefined;
  /** The decoding of a file that is shown, but has no address yet. */
  let previewing: Decoding | undefined;
  /** The file that is expected. */
  let expected: (ReadyDecoding & { readonly file: Blob }) | undefined;
  /** The picture that is shown with all of its levels. */
  let whole: ShownPicture | undefined;

  function leave(isForSeries: boolean): void {
    opening?.abort();
    previewing = undefined;
    painter.setPhoto(undefined);
    const isKept = isForSeries && whole !== undefined && whole.live === undefined;
    if (photo !== undefined && whole !== undefined && isKept) ahead.keep(whole, photo);
    else photo?.dispose();
    photo = undefined;
    whole = undefined;
    patches.clear();
  }

  /** Hands over the decoding of this file; another one that was expected is given up. */
  function takeExpected(file?: Blob): ReadyDecoding | undefined {
    const ready = expected;
    expected = undefined;
    if (ready === undefined || ready.file === file) return ready;
    ready.stop();
    ready.decoding.picture.then(
      (picture) => picture.dispose(),
      () => undefined, // it was given up
    );
    return undefined;
  }

  function close(isForSeries: boolean): void {
    leave(isForSeries);
    if (!isForSeries) ahead.clear();
  }

  /** Closes the open picture and shows another one as soon as something of it can be drawn. */
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
      throw cancelled();
    }
    photo = picture;
    pictureReady(picture.size);
    painter.setPhoto(picture);
    painter.redraw();
    return decoding;
  }

  /** A picture that is shown may still turn out to be damaged further down. */
  async function complete(next: ShownPicture, decoding: Decoding): Promise<void> {
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
  async function replace(shown: PictureSource, next: ShownPicture): Promise<void> {
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
    expect(file) {
      takeExpected();
      const controller = new AbortController();
      expected = {
        file,
        decoding: decoder.decode({ file }, stagePixels(viewport), redraw, controller.signal),
        stop: () => controller.abort(),
      };
    },
    async open(next, signal) {
      takeExpected();
      const ready = next.live === undefined ? ahead.take(next, redraw) : undefined;
      const decoding = await show(next, signal, ready);
      void complete(next, decoding);
    },
    async preview(file, signal) {
      previewing = await show({ file }, signal, takeExpected(file));
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
    close,
    destroy() {
      takeExpected();
      close(false);
    },
  };
}

function anyOf(first: AbortSignal, second: AbortSignal): AbortSignal {
  return AbortSignal.any([first, second]);
}

/** The stage in device pixels: the level of a picture that fills it is made first. */
export function stagePixels({ stage, pixelRatio }: Viewport): Size {
  return { width: stage.width * pixelRatio, height: stage.height * pixelRatio };
}
