import { toAppError } from '../../../shared/errors/app-error.ts';
import type { PatchStore } from './patch-store.ts';
import type { Usage } from './usage.ts';

export type ResultOrders = Pick<PatchStore, 'setState' | 'setStates' | 'remove' | 'repaint'> & {
  /** Logs errors: the next result tries again. @param sparedId is kept whatever its size */
  keepWithinLimit(sparedId?: string): void;
};

export function createResultOrders(deps: {
  readonly patches: PatchStore;
  readonly usage: Pick<Usage, 'keepWithinLimit'>;
  readonly log: (line: string) => void;
}): ResultOrders {
  const { patches, usage, log } = deps;

  function keepWithinLimit(sparedId?: string): void {
    try {
      usage.keepWithinLimit(sparedId);
    } catch (error) {
      log(`hidden results stay: ${toAppError(error).message}`);
    }
  }

  return {
    keepWithinLimit,
    setState(photoId, patchId, state, mask) {
      patches.setState(photoId, patchId, state, mask);
      if (state !== 'applied') keepWithinLimit(patchId);
    },
    setStates(photoId, patchIds, state) {
      patches.setStates(photoId, patchIds, state);
      if (state !== 'applied') keepWithinLimit(patchIds.at(-1));
    },
    remove: (photoId, patchId, mask) => patches.remove(photoId, patchId, mask),
    repaint(photoId, patchId, grow) {
      patches.repaint(photoId, patchId, grow);
      keepWithinLimit(patchId);
    },
  };
}
