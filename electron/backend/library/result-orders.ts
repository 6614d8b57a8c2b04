import { toAppError } from '../../../shared/errors/app-error.ts';
import { os } from '../service/common/procedures.ts';
import type { PatchStore } from './patch-store.ts';
import type { Usage } from './usage.ts';

export function createResultOrders(deps: {
  readonly patches: PatchStore;
  readonly usage: Pick<Usage, 'keepWithinLimit'>;
  readonly log: (line: string) => void;
}) {
  const { patches, usage, log } = deps;

  /** Logs errors: the next result tries again. @param sparedId is kept whatever its size */
  function keepWithinLimit(sparedId?: string): void {
    try {
      usage.keepWithinLimit(sparedId);
    } catch (error) {
      log(`hidden results stay: ${toAppError(error).message}`);
    }
  }

  return {
    keepWithinLimit,
    procedures: {
      setPatchState: os.photos.setPatchState.handler(({ input }) => {
        const { photoId, patchId, state, mask } = input;
        patches.setState(photoId, patchId, state, mask);
        if (state !== 'applied') keepWithinLimit(patchId);
      }),
      setPatchStates: os.photos.setPatchStates.handler(({ input }) => {
        const { photoId, patchIds, state } = input;
        patches.setStates(photoId, patchIds, state);
        if (state !== 'applied') keepWithinLimit(patchIds.at(-1));
      }),
      deletePatch: os.photos.deletePatch.handler(({ input }) =>
        patches.remove(input.photoId, input.patchId, input.mask),
      ),
      repaintPatch: os.photos.repaintPatch.handler(({ input: { photoId, patchId, grow } }) => {
        patches.repaint(photoId, patchId, grow);
        keepWithinLimit(patchId);
      }),
    },
  };
}
