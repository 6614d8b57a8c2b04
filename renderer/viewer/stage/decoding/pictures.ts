import { cancelled, toAppError } from '../../../../shared/errors/app-error.ts';
import type { Ahead, ReadyDecoding } from './ahead.ts';
import type { Decoder, Decoding, PictureFile } from './decoder.ts';
import type { PatchPictures } from './patch-pictures.ts';
import type { PicturePainter } from '../layers/picture-painter.ts';
import type { PictureSource } from './picture.ts';
import { isSameSize, type Size } from '../../../../shared/geometry/rect.ts';
import type { ShownPicture } from '../viewer-types.ts';
import type { Viewport } from '../geometry/viewport.ts';

/** @param failedLater a picture was shown small, but cannot be decoded completely */
export function createPictures(
  decoder: Decoder,
  painter: PicturePainter,
  patches: PatchPictures,
  ahead: Ahead,
  viewport: Viewport,
  redraw: () => void,
  pictureReady: (size: Size) => void,
  failedLater: (error: unknown) => void,
) {
  let photo: PictureSource | undefined;
  let opening: AbortController | undefined;
  let previewing: Decoding | undefined;
  let expected: (ReadyDecoding & { readonly file: Blob }) | undefined;
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

  function takeExpected(file?: Blob): ReadyDecoding | undefined {
    const ready = expected;
    expected = undefined;
    if (ready === undefined || ready.file === file) return ready;
    ready.stop();
    ready.decoding.picture.then(
      (picture) => picture.dispose(),
      () => undefined, // cancelled
    );
    return undefined;
  }

  function close(isForSeries: boolean): void {
    leave(isForSeries);
    if (!isForSeries) ahead.clear();
  }

  async function show(
    next: PictureFile,
    signal: AbortSignal | undefined,
    ready?: ReadyDecoding,
  ): Promise<Decoding> {
    leave(false);
    const controller = new AbortController();
    opening = controller;
    const stop =
      signal === undefined ? controller.signal : AbortSignal.any([controller.signal, signal]);
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

  /** A visible picture may turn out to be damaged further down. */
  async function complete(next: ShownPicture, decoding: Decoding): Promise<void> {
    const shown = photo;
    try {
      await decoding.complete;
      if (photo === shown) whole = next;
    } catch (error) {
      // cancelled for the next photo, which has not replaced it yet
      const isGivenUp = toAppError(error).kind === 'cancelled';
      if (photo === shown && !isGivenUp) failedLater(error);
    }
  }

  /** Swaps in a picture of the same size once it is complete. */
  async function replace(shown: PictureSource, next: ShownPicture): Promise<void> {
    const controller = new AbortController();
    opening = controller;
    const noRedraw = (): void => undefined;
    const decoding = decoder.decode(next, stagePixels(viewport), noRedraw, controller.signal);
    try {
      await decoding.complete;
      const picture = await decoding.picture;
      if (photo !== shown) return picture.dispose();
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
    /** Begins to decode a file that will be shown, while the page prepares. */
    expect(file: Blob): void {
      takeExpected();
      const controller = new AbortController();
      expected = {
        file,
        decoding: decoder.decode({ file }, stagePixels(viewport), redraw, controller.signal),
        stop: () => controller.abort(),
      };
    },
    /** Resolves after the first drawing. @throws AppError */
    async open(next: ShownPicture, signal: AbortSignal | undefined): Promise<void> {
      takeExpected();
      const ready = next.live === undefined ? ahead.take(next, redraw) : undefined;
      const decoding = await show(next, signal, ready);
      void complete(next, decoding);
    },
    /** Shows a file that has no URL yet. @throws AppError if it cannot be shown */
    async preview(file: Blob, signal: AbortSignal): Promise<void> {
      previewing = await show({ file }, signal, takeExpected(file));
    },
    /**
     * Gives the visible file its URL. @param isSameFile false replaces the picture silently
     * @returns false if nothing fitting is shown: open the picture
     */
    adopt(next: ShownPicture, isSameFile: boolean): boolean {
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
    destroy(): void {
      takeExpected();
      close(false);
    },
  };
}

export function stagePixels({ stage, pixelRatio }: Viewport): Size {
  return { width: stage.width * pixelRatio, height: stage.height * pixelRatio };
}
