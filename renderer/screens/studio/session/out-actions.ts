import type { DragFile, SaveOptions } from '../../../../shared/contract/export.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { SessionBackend } from './session-deps.ts';
import { photoIdsOf } from '../model/strip.ts';
import { fetchFile, finishSave } from '../../../features/saving/finish-save.ts';
import { showScreen, unlessLeft, type Intent } from '../../../core/screen/navigation.ts';
import type { SessionContext } from './session-context.ts';

export type PictureOptions = Omit<SaveOptions, 'photoId'>;

/** Milliseconds after which a progress message appears. */
const COPY_IS_SLOW = 600;

export function createOutActions({ backend, store, say, attempt, flush, work }: SessionContext) {
  /** Acts on the photo that is open now, also if it is tried again once another one is. */
  function attemptOnPhoto(action: (photoId: string) => Promise<unknown>): Promise<void> {
    const { photo } = store.getState();
    return attempt(async () => {
      if (photo === undefined) throw new AppError('not-found', 'Open a photo first.');
      await action(photo.id);
    });
  }

  function showElsewhere(screenId: string, intentOf: (photoId: string) => Intent): void {
    const { photo } = store.getState();
    if (photo === undefined) return;
    const show = unlessLeft(screenId, showScreen);
    void flush().then(() => show(screenId, intentOf(photo.id)));
  }

  return {
    save: (options: PictureOptions): Promise<void> =>
      attemptOnPhoto(async (photoId) => {
        await flush();
        finishSave(await backend.export.save({ photoId, ...options }), say);
      }),
    /**
     * Saves one of many photos without notifications.
     * @returns whether a file was written
     * @throws AppError
     */
    async savePhoto(photoId: string, options: PictureOptions): Promise<boolean> {
      await flush();
      const outcome = await backend.export.save({ photoId, ...options });
      fetchFile(outcome);
      return outcome.kind !== 'cancelled';
    },
    copy: (): Promise<void> =>
      attemptOnPhoto(async (photoId) => {
        const slow = setTimeout(() => say('Copying the picture…'), COPY_IS_SLOW);
        // Creates the item during the key press, as browsers require; its bytes may follow.
        let failure: unknown;
        const picture = flush()
          .then(() => copiedPicture(backend, photoId))
          .catch((thrown: unknown) => {
            failure = thrown;
            throw thrown;
          });
        try {
          await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
        } catch (thrown) {
          throw failure ?? clipboardError(thrown);
        } finally {
          clearTimeout(slow);
        }
        say('Copied.', 'done');
      }),
    /** Prepares a drag's file; `undefined` if that failed, which is shown. */
    async prepareDrag(options: PictureOptions): Promise<DragFile | undefined> {
      let file: DragFile | undefined;
      await attemptOnPhoto(async (photoId) => {
        await flush();
        file = await backend.export.prepareDrag({ photoId, ...options });
      });
      return file;
    },
    /** Sends the visible state. @param as its role there */
    sendTo(screenId: string, as?: 'face' | 'picture'): void {
      const place = as === undefined ? {} : { as };
      showElsewhere(screenId, (photoId) => ({ kind: 'use-picture', photoId, ...place }));
    },
    makeRecipe: (): void =>
      showElsewhere('recipes', (photoId) => ({ kind: 'make-recipe', from: { photoId } })),
    /** Adds a clean-up of the painted mask to the current recipe. */
    sendMaskToRecipe(): void {
      const { photo } = store.getState();
      if (photo === undefined) return;
      const show = unlessLeft('recipes', showScreen);
      void attempt(async () => {
        await flush();
        await work()?.saver.flush(); // the mask is read from disk
        show('recipes', { kind: 'use-mask', photoId: photo.id });
      });
    },
    /** Sends the selected photos, as visible, to a recipe's next run. */
    runRecipe(): void {
      const { entries, choice } = store.getState().strip;
      const photoIds = photoIdsOf(entries).filter((id) => choice.chosen.has(id));
      if (photoIds.length === 0) return;
      const show = unlessLeft('recipes', showScreen);
      void flush().then(() => show('recipes', { kind: 'use-pictures', photoIds }));
    },
  };
}

async function copiedPicture(backend: SessionBackend, photoId: string): Promise<Blob> {
  const { url } = await backend.export.prepareCopy({ photoId });
  const response = await fetch(url);
  if (!response.ok) {
    throw new AppError('storage', 'The photo could not be copied. Try again.', { action: 'retry' });
  }
  return await response.blob();
}

function clipboardError(cause: unknown): AppError {
  return new AppError(
    'unexpected',
    'The system clipboard did not accept the photo. Bring this window to the front and try again, or save the photo.',
    { action: 'retry', cause },
  );
}
