/** Every method reports its errors and never rejects. */
import type { Size } from '../../../../shared/geometry/rect.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { finishSave } from '../../../features/saving/finish-save.ts';
import type { SessionContext } from './session-context.ts';

export function createStudioMaskActions(context: SessionContext) {
  const { core, backend, media, store, say, attempt, work } = context;
  const step = async (): Promise<number> => (await backend.settings.get()).maskStep;
  return {
    grow: (): Promise<void> => attempt(async () => core.maskEdits.grow(await step())),
    shrink: (): Promise<void> => attempt(async () => core.maskEdits.shrink(await step())),
    fillHoles: (): Promise<void> => attempt(() => core.maskEdits.fillHoles()),
    load: (picture: File): Promise<void> =>
      attempt(async () => {
        const current = work();
        const file = await media.readMaskFile(picture);
        if (work() !== current) return; // another photo was opened meanwhile
        const { tiles, size } = await core.maskEdits.readPicture(file);
        if (work() !== current) return;
        if (tiles.length === 0) throw nothingLeft(picture.name, size);
        core.mask.edit(tiles, 'replace', 'load mask');
        const { photo } = store.getState();
        const isScaled = photo !== undefined && photo.width !== size.width;
        say(
          isScaled
            ? `Mask loaded and scaled from ${size.width} × ${size.height} px to fit the photo.`
            : 'Mask loaded.',
        );
      }),
    /**
     * Loads a pasted picture that can only be a mask: as large as the photo, only black, white and
     * transparent.
     * @returns false if it is not
     */
    async loadWhenMask(picture: Blob): Promise<boolean> {
      const { photo, status } = store.getState();
      if (photo === undefined || status !== 'ready') return false;
      const current = work();
      try {
        const { tiles, size, isTwoTone } = await core.maskEdits.readPicture(picture);
        if (!isTwoTone || tiles.length === 0) return false;
        if (size.width !== photo.width || size.height !== photo.height) return false;
        if (work() !== current) return true;
        core.mask.edit(tiles, 'replace', 'paste mask');
      } catch {
        return false; // opening it as a photo reports the error
      }
      say('Pasted as mask.');
      return true;
    },
    save: (): Promise<void> =>
      attempt(async () => {
        const { photo } = store.getState();
        if (photo === undefined) return;
        await work()?.saver.flush();
        finishSave(await backend.export.saveMask({ photoId: photo.id }), say);
      }),
    copy(): void {
      const { photo } = store.getState();
      if (photo === undefined) return;
      const from = { width: photo.width, height: photo.height };
      store.setState({ copiedMask: { tiles: core.mask.packed(), from } });
      say('Mask copied. Open another photo to paste it.');
    },
    paste: (): Promise<void> =>
      attempt(async () => {
        const { copiedMask } = store.getState();
        if (copiedMask === undefined) throw new AppError('invalid-input', 'Copy a mask first.');
        await core.maskEdits.add(copiedMask.tiles, copiedMask.from);
      }),
  };
}

/** Downscaling may remove everything. */
function nothingLeft(name: string, { width, height }: Size): AppError {
  return new AppError(
    'invalid-input',
    `The mask in “${name}” is empty: nothing of its ${width} × ${height} px is left in the photo’s size. Your mask stays as it is.`,
    { action: 'choose-other-file' },
  );
}
