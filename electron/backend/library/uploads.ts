/** Files too large for the RPC connection wait on disk for the call that names them. */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileReference } from '../../../shared/contract/common.ts';
import { AppError, notFound } from '../../../shared/errors/app-error.ts';
import type { ReadingSource } from '../service/common/reading/messages.ts';
import { writeHashed } from './write-hashed.ts';

/** Largest upload, bytes; each call has its own limits. */
const MOST_BYTES = 200_000_000;

export type Uploads = Awaited<ReturnType<typeof openUploads>>;

/** @param folder the data folder, absolute */
export async function openUploads(folder: string) {
  const root = join(folder, 'uploads');
  // SECURITY: S35 files are readable by their user only.
  await mkdir(root, { recursive: true, mode: 0o700 });
  for (const name of await readdir(root)) await rm(join(root, name), { force: true });
  const here = new Set<string>();

  function take(uploadId: string): string {
    // SECURITY: S8 only ids issued in this session are joined to the folder
    if (here.delete(uploadId)) return join(root, uploadId);
    throw notFound('This file is no longer here. Select it again.', {
      action: 'choose-other-file',
    });
  }

  /**
   * Hundreds of megabytes never reach the main thread.
   * @param work receives bytes, or an absolute path that exists until it ends
   * @throws AppError `not-found`, and errors of the work
   */
  async function during<Result>(
    file: FileReference,
    work: (source: ReadingSource) => Promise<Result>,
  ): Promise<Result> {
    if (!('uploadId' in file))
      return await work({ bytes: new Uint8Array(await file.arrayBuffer()) });
    const path = take(file.uploadId);
    try {
      return await work({ path });
    } finally {
      await rm(path, { force: true });
    }
  }

  return {
    /** @throws AppError `too-large`, `disk-full`, leaving no file */
    async take(bytes: AsyncIterable<Uint8Array>): Promise<string> {
      const id = randomUUID();
      await writeHashed(join(root, id), atMost(bytes));
      here.add(id);
      return id;
    },
    /** Consumes an upload. @throws AppError `not-found` */
    bytesOf: (file: FileReference): Promise<Uint8Array<ArrayBuffer>> =>
      during(file, async (source) =>
        'bytes' in source ? source.bytes : await readFile(source.path),
      ),
    during,
  };
}

async function* atMost(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.byteLength;
    if (length > MOST_BYTES) {
      throw new AppError(
        'too-large',
        `The file is too large. Gesso takes up to ${MOST_BYTES / 1_000_000} MB at once.`,
        { details: { limit: MOST_BYTES } },
      );
    }
    yield chunk;
  }
}
