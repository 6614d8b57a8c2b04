/** Loads the photo and its patches and shows them. */
import { toAppError } from '../../../../shared/errors/app-error.ts';
import type { CanvasPatch, OpenPhoto } from './core-types.ts';
import type { Decoder } from './decoder.ts';
import type { PhotoPainter } from './photo-painter.ts';
import type { BitmapPicture } from './picture.ts';
import type { Viewport } from './viewport.ts';

export interface Pictures {
  /** Resolves when the photo has been drawn; rejects with an AppError. */
  openPhoto(photo: OpenPhoto, signal: AbortSignal | undefined): Promise<void>;
  closePhoto(): void;
  setPatches(patches: readonly CanvasPatch[]): Promise<void>;
  setPeek(on: boolean): void;
  destroy(): void;
}

interface LoadedPatch {
  readonly patch: CanvasPatch;
  readonly picture: BitmapPicture;
}

/**
 * @param redraw draws the photo layer in the next frame
 * @param photoReady called before the photo is drawn for the first time
 * @param failedLater the photo was shown small, but cannot be decoded completely
 */
export function createPictures(
  decoder: Decoder,
  painter: PhotoPainter,
  viewport: Viewport,
  redraw: () => void,
  photoReady: (photo: OpenPhoto) => void,
  failedLater: (error: unknown) => void,
): Pictures {
  let photo: BitmapPicture | undefined;
  let loaded: readonly LoadedPatch[] = [];
  let opening: AbortController | undefined;
  let patching: AbortController | undefined;
  let peek = false;

  function stagePixels() {
    const { stage, pixelRatio } = viewport;
    return { width: stage.width * pixelRatio, height: stage.height * pixelRatio };
  }

  function showPatches(): void {
    painter.setPatches(
      peek ? [] : loaded.map(({ patch, picture }) => ({ rect: patch.rect, picture })),
    );
    redraw();
  }

  function closePhoto(): void {
    opening?.abort();
    patching?.abort();
    painter.setPhoto(undefined);
    photo?.dispose();
    photo = undefined;
    for (const { picture } of loaded) picture.dispose();
    loaded = [];
    showPatches();
  }

  async function load(patch: CanvasPatch, signal: AbortSignal): Promise<LoadedPatch> {
    const known = loaded.find((item) => isSame(item.patch, patch));
    if (known !== undefined) return { patch, picture: known.picture };
    const decoding = decoder.decode(
      { url: patch.url, size: patch.rect },
      stagePixels(),
      redraw,
      signal,
    );
    return { patch, picture: await decoding.picture };
  }

  return {
    async openPhoto(next, signal) {
      closePhoto();
      const controller = new AbortController();
      opening = controller;
      const stop = signal === undefined ? controller.signal : anyOf(controller.signal, signal);
      const decoding = decoder.decode(next, stagePixels(), redraw, stop);
      const picture = await decoding.picture;
      decoding.complete.catch((error: unknown) => {
        if (photo === picture) failedLater(error);
      });
      photo = picture;
      photoReady(next);
      painter.setPhoto(picture);
      painter.redraw();
    },
    closePhoto,
    async setPatches(patches) {
      patching?.abort();
      const controller = new AbortController();
      patching = controller;
      const results = await Promise.allSettled(
        patches.map((patch) => load(patch, controller.signal)),
      );
      const next = results.flatMap((result) =>
        result.status === 'fulfilled' ? [result.value] : [],
      );
      const failed = results.find((result) => result.status === 'rejected');
      if (failed !== undefined || controller.signal.aborted) {
        for (const item of next) if (!isKept(item, loaded)) item.picture.dispose();
        throw toAppError(failed?.reason ?? controller.signal.reason);
      }
      const former = loaded;
      loaded = next;
      showPatches();
      for (const item of former) if (!isKept(item, next)) item.picture.dispose();
    },
    setPeek(on) {
      peek = on;
      showPatches();
    },
    destroy: closePhoto,
  };
}

function anyOf(first: AbortSignal, second: AbortSignal): AbortSignal {
  return AbortSignal.any([first, second]);
}

function isSame(a: CanvasPatch, b: CanvasPatch): boolean {
  return a.id === b.id && a.url === b.url;
}

function isKept(item: LoadedPatch, list: readonly LoadedPatch[]): boolean {
  return list.some((other) => other.picture === item.picture);
}
