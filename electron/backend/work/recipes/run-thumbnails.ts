import { createHash } from 'node:crypto';
import { AppError, notFound } from '../../../../shared/errors/app-error.ts';
import { readableFile } from '../../vision/imaging/convert/standard-picture.ts';
import { damagedFile } from '../../vision/imaging/reading/probe.ts';
import { smallPicture } from '../../vision/imaging/reading/small-picture.ts';
import { createKeptPictures } from '../../library/kept-pictures.ts';
import { stoppedFile, type CrashGuard } from '../../library/crash-guard.ts';
import type { RunFileSource } from './run-rows.ts';
import type { RunDeps } from './run-deps.ts';

/** Longest side in pixels: half a card at twice the screen's resolution. */
const THUMBNAIL = { side: 360, webpQuality: 76 } as const;

export function createRunThumbnails(
  deps: Pick<RunDeps, 'store' | 'folders'> & {
    readonly crashGuard: Pick<CrashGuard, 'guard'>;
  },
) {
  const { store, folders, crashGuard } = deps;
  const kept = createKeptPictures('This picture');
  return {
    /** @throws AppError `not-found`, `damaged-file` */
    async get(runId: string, position: number): Promise<Uint8Array> {
      const file = store.file(runId, position);
      if (file === undefined || file.source.from === 'photo') {
        throw notFound('This file is not in the run.');
      }
      const path = await folders.pathOf(file);
      const key = `recipe-${hashOfSource(file.source)}`;
      const make = () =>
        readableFile(path, file.name)
          .then((readable) => smallPicture(readable.file, THUMBNAIL))
          .catch((error: unknown) => {
            throw error instanceof AppError ? error : damagedFile(file.name, error);
          });
      return await kept.get(key, () => crashGuard.guard(key, () => stoppedFile(file.name), make));
    },
  };
}

export function hashOfSource(source: RunFileSource): string {
  return createHash('sha256').update(JSON.stringify(source)).digest('hex').slice(0, 16);
}
