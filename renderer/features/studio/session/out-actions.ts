/** Getting the photo out of the program. */
import type { ExportFormat } from '../../../../shared/contract/export.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { backend } from '../../../backend/client.ts';
import { download } from './download.ts';
import type { SessionContext } from './session-context.ts';
import { useStudio } from './studio-store.ts';

export interface OutActions {
  /** Saves the photo with what is shown of its results. */
  save(options: {
    readonly format: ExportFormat;
    readonly quality: number;
    readonly lossless: boolean;
  }): Promise<void>;
}

export function createOutActions({ attempt }: SessionContext): OutActions {
  return {
    save: (options) =>
      attempt(async () => {
        const { photo } = useStudio.getState();
        if (photo === undefined) {
          throw new AppError({ kind: 'not-found', message: 'Open a photo first.' });
        }
        download(await backend.export.save({ photoId: photo.id, ...options }));
      }),
  };
}
