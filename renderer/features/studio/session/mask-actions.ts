/** What the user does to the whole mask: each reports what goes wrong and never rejects. */
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import { backend } from '../../../backend/client.ts';
import type { CanvasCore } from '../canvas/index.ts';
import { download } from './download.ts';
import { useStudio } from './studio-store.ts';
import { say } from '../../../ui/say.ts';

/** A mask that was copied from a photo. */
export interface CopiedMask {
  readonly tiles: readonly PackedMaskTile[];
  /** Of the photo. */
  readonly from: Size;
}

export interface MaskActions {
  clear(): void;
  invert(): void;
  /** By the settings' step. */
  grow(): Promise<void>;
  shrink(): Promise<void>;
  fillHoles(): Promise<void>;
  /** A picture instead of the mask. */
  load(picture: Blob): Promise<void>;
  /**
   * A pasted picture that can only be meant as a mask: as large as the photo, nothing but black,
   * white and transparent.
   *
   * @returns false when it is none
   */
  loadWhenMask(picture: Blob): Promise<boolean>;
  save(): Promise<void>;
  /** Keeps it for another photo. */
  copy(): void;
  /** Adds what was copied. */
  paste(): Promise<void>;
}

/**
 * @param attempt runs an action and reports its error
 * @param saved resolves when the backend has the mask as it is
 */
export function createMaskActions(
  core: CanvasCore,
  attempt: (action: () => Promise<void>) => Promise<void>,
  saved: () => Promise<void>,
): MaskActions {
  const step = async (): Promise<number> => (await backend.settings.get()).maskStep;
  return {
    clear: () => core.clearMask(),
    invert: () => core.invertMask(),
    grow: () => attempt(async () => core.growMask(await step())),
    shrink: () => attempt(async () => core.shrinkMask(await step())),
    fillHoles: () => attempt(() => core.fillMaskHoles()),
    load: (picture) =>
      attempt(async () => {
        const { tiles, size } = await core.readMaskPicture(picture);
        core.replaceMask(tiles, 'loading a mask');
        const { photo } = useStudio.getState();
        const isScaled = photo !== undefined && photo.width !== size.width;
        say(
          isScaled
            ? `The mask was scaled from ${size.width} × ${size.height} to the photo's size.`
            : 'The mask was loaded.',
        );
      }),
    async loadWhenMask(picture) {
      const { photo, status } = useStudio.getState();
      if (photo === undefined || status !== 'ready') return false;
      try {
        const { tiles, size, isTwoTone } = await core.readMaskPicture(picture);
        if (!isTwoTone || size.width !== photo.width || size.height !== photo.height) return false;
        core.replaceMask(tiles, 'pasting a mask');
      } catch {
        return false; // opening it as a photo says what is wrong with it
      }
      say('The picture was pasted as the mask.');
      return true;
    },
    save: () =>
      attempt(async () => {
        const { photo } = useStudio.getState();
        if (photo === undefined) return;
        await saved();
        download(await backend.export.saveMask({ photoId: photo.id }));
      }),
    copy() {
      const { photo } = useStudio.getState();
      if (photo === undefined) return;
      const from = { width: photo.width, height: photo.height };
      useStudio.setState({ copiedMask: { tiles: core.maskTiles(), from } });
      say('The mask was copied. Open another photo and paste it there.');
    },
    paste: () =>
      attempt(async () => {
        const { copiedMask } = useStudio.getState();
        if (copiedMask === undefined) {
          throw new AppError({ kind: 'invalid-input', message: 'No mask was copied yet.' });
        }
        await core.addMask(copiedMask.tiles, copiedMask.from);
      }),
  };
}
