/**
 * Files that the window hands over for a call: too large for the line to the backend, they come as pictures
 * do, are written to disk while they arrive, and wait there for the call that names them.
 */
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileReference } from '../../../shared/contract/common.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { writeHashed } from '../library/write-hashed.ts';

/** Largest file that is taken, bytes; what a call does with it has limits of its own. */
const MOST_BYTES = 200_000_000;

export interface Uploads {
  /**
   * @returns the id that a call names
   * @throws AppError `too-large`, `disk-full`; nothing is left then
   */
  take(bytes: AsyncIterable<Uint8Array>): Promise<string>;
  /**
   * The bytes of a file in a call. An upload is gone afterwards: each serves one call.
   *
   * @throws AppError `not-found`
   */
  bytesOf(file: FileReference): Promise<Uint8Array<ArrayBuffer>>;
  /**
   * For a work that reads the file elsewhere: hundreds of megabytes never lie in the main thread.
   *
   * @param work gets the absolute path of an upload, which is there until the work has ended, or bytes
   * @throws AppError `not-found`, and what the work throws
   */
  during<Result>(
    file: FileReference,
    work: (source: FileSource) => Promise<Result>,
  ): Promise<Result>;
}

/** Where a file of a call is. */
export type FileSource = { readonly path: string } | { readonly bytes: Uint8Array<ArrayBuffer> };

/** Opens the folder, and removes files that earlier runs have left. @param folder the data folder, absolute */
export async function openUploads(folder: string): Promise<Uploads> {
  const root = join(folder, 'uploads');
  // SECURITY: S35 the files are readable by their user only.
  await mkdir(root, { recursive: true, mode: 0o700 });
  for (const name of await readdir(root)) await rm(join(root, name), { force: true });
  const here = new Set<string>();

  /** @returns its absolute path; the upload is the caller's from now on */
  function take(uploadId: string): string {
    // SECURITY: S8 only ids that this run has given are joined to the folder
    if (here.delete(uploadId)) return join(root, uploadId);
    throw new AppError({
      kind: 'not-found',
      message: 'This file is no longer here. Select it again.',
      action: 'choose-other-file',
    });
  }

  async function during<Result>(
    file: FileReference,
    work: (source: FileSource) => Promise<Result>,
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
    async take(bytes) {
      const id = randomUUID();
      await writeHashed(join(root, id), atMost(bytes));
      here.add(id);
      return id;
    },
    bytesOf: (file) =>
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
      throw new AppError({
        kind: 'too-large',
        message: `The file is too large. Gesso takes up to ${MOST_BYTES / 1_000_000} MB at once.`,
        details: { limit: MOST_BYTES },
      });
    }
    yield chunk;
  }
}
