/** This host has no save dialog: a file waits until the browser downloads it. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { SaveFileOutcome, SaveFileRequest } from '../backend/service/common/ports.ts';
import { serveFile } from '../backend/api/media/index.ts';
import { headerName } from '../../shared/files/header-name.ts';

export const DOWNLOAD_PREFIX = '/download/';

export type Downloads = ReturnType<typeof createDownloads>;

interface WaitingFile {
  readonly path: string;
  readonly name: string;
  readonly mediaType: string;
  readonly since: number;
}

/** How long a file waits for its download, ms. */
const KEPT_MILLISECONDS = 10 * 60_000;

/** @param folder private, absolute; created when needed */
export function createDownloads(folder: string) {
  const waiting = new Map<string, WaitingFile>();

  async function forgetOld(): Promise<void> {
    for (const [id, { path, since }] of waiting) {
      if (Date.now() - since < KEPT_MILLISECONDS) continue;
      waiting.delete(id);
      await rm(path, { force: true });
    }
  }

  return {
    /** Deletes files of earlier sessions. Call once the data folder is locked. */
    clear: (): Promise<void> => rm(folder, { recursive: true, force: true }),
    async saveFile({ suggestedName, mediaType, write }: SaveFileRequest): Promise<SaveFileOutcome> {
      await forgetOld();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const id = randomUUID();
      const path = join(folder, id);
      try {
        await write(path);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      }
      waiting.set(id, { path, name: suggestedName, mediaType, since: Date.now() });
      return { kind: 'download', url: DOWNLOAD_PREFIX + id, name: suggestedName };
    },
    async serve(request: Request): Promise<Response> {
      const id = new URL(request.url).pathname.slice(DOWNLOAD_PREFIX.length);
      const file = waiting.get(id);
      const size = file === undefined ? undefined : await sizeOf(file.path);
      if (file === undefined || size === undefined || request.method !== 'GET') {
        return new Response('This download has expired. Save the file again.', {
          status: 404,
          headers: {
            'content-type': 'text/plain; charset=utf-8',
            'x-content-type-options': 'nosniff',
          },
        });
      }
      return await serveFile(
        request,
        { path: file.path, byteLength: size, mediaType: file.mediaType },
        {
          'content-disposition': `attachment; filename*=UTF-8''${headerName(file.name)}`,
          'cache-control': 'no-store',
        },
      );
    },
  };
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch {
    return undefined; // The folder was emptied.
  }
}
