/** Deletes pictures one at a time between other work, as a run may have thousands. */
import { setImmediate as turn } from 'node:timers/promises';
import { toAppError } from '../../../../shared/errors/app-error.ts';
import type { RunDeps } from './run-deps.ts';

export type Freeing = ReturnType<typeof createFreeing>;

export function createFreeing(deps: Pick<RunDeps, 'store' | 'photos' | 'log'>) {
  const { store, photos } = deps;
  const queue: string[] = [];
  let isClosing = false;
  let work: Promise<void> | undefined;

  async function freeAll(): Promise<void> {
    for (let photoId = queue.shift(); photoId !== undefined; photoId = queue.shift()) {
      await turn();
      if (isClosing) return;
      try {
        if (!store.isPhotoUsed(photoId)) photos.free(photoId);
      } catch (error) {
        // Tried again at the next start.
        deps.log(`a picture of a recipe stays for now: ${toAppError(error).kind}`);
      }
    }
  }

  return {
    /** Keeps those that a file refers to by then. */
    free(photoIds: readonly string[]): void {
      queue.push(...photoIds);
      work ??= freeAll().finally(() => (work = undefined));
    },
    /** The rest is deleted at the next start. */
    async close(): Promise<void> {
      isClosing = true;
      await work;
    },
  };
}
