/**
 * Runs mask edits in a worker. Each combines with the mask at its turn, so strokes painted
 * meanwhile are kept.
 */
import { AppError } from '../../../../shared/errors/app-error.ts';
import { type Size, hasSameShape } from '../../../../shared/geometry/rect.ts';

import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import type { CombineMode } from './mask-bitmap.ts';
import type { MaskController } from './mask-controller.ts';
import { createMaskOperations } from './mask-operations.ts';
import type { MaskPicture, MaskWork } from './mask-worker-protocol.ts';
import type { Viewport } from '../../../viewer/stage/geometry/viewport.ts';

export type MaskEdits = ReturnType<typeof createMaskEdits>;

/** @param changed called whenever `isBusy` may have changed */
export function createMaskEdits(mask: MaskController, viewport: Viewport, changed: () => void) {
  const operations = createMaskOperations(changed);
  let opened = 0;

  function photo(): Size {
    const size = viewport.photo;
    if (size === undefined) throw new AppError('not-found', 'Open a photo first.');
    return size;
  }

  async function edit(
    work: (photo: Size) => Exclude<MaskWork, { type: 'picture' }>,
    mode: CombineMode,
    label: string,
  ): Promise<void> {
    const current = opened;
    const size = photo();
    await operations.edit(
      () => work(size),
      async (tiles) => {
        await mask.whenStill(); // must not split a stroke
        if (current === opened) mask.edit(tiles, mode, label);
      },
    );
  }

  return {
    get isBusy(): boolean {
      return operations.isBusy;
    },
    /** @param distance photo pixels, from 1 to `MASK_DISTANCE.max` */
    grow: (distance: number): Promise<void> =>
      edit(
        (size) => ({ type: 'grow', tiles: mask.packed(), distance, photo: size }),
        'unite',
        'grow mask',
      ),
    shrink: (distance: number): Promise<void> =>
      edit(
        (size) => ({ type: 'shrink', tiles: mask.packed(), distance, photo: size }),
        'subtract',
        'shrink mask',
      ),
    fillHoles: (): Promise<void> =>
      edit(() => ({ type: 'holes', tiles: mask.packed() }), 'unite', 'fill holes'),
    /**
     * Scales and adds another photo's mask.
     * @throws AppError `invalid-input` for another aspect ratio
     */
    async add(tiles: readonly PackedMaskTile[], from: Size): Promise<void> {
      const to = photo();
      if (!hasSameShape(from, to)) {
        throw new AppError(
          'invalid-input',
          `The copied mask is from a photo of ${from.width} × ${from.height} px. This photo has other proportions (${to.width} × ${to.height} px).`,
        );
      }
      await edit(() => ({ type: 'scale', tiles, from, to }), 'unite', 'paste mask');
    },
    /** @throws AppError `damaged-file`, `invalid-input` for another aspect ratio, `not-found` */
    readPicture: async (picture: Blob): Promise<MaskPicture> =>
      operations.picture(picture, photo()),
    /** Drops running work, because another photo opens. */
    forget(): void {
      opened += 1;
    },
    destroy: (): void => operations.destroy(),
  };
}
