/**
 * Stores equal bytes once, under their SHA-256. They are written to `*.part`, flushed and renamed
 * before the row is added, so that a row always has its bytes.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync, rmSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { notFound } from '../../../shared/errors/app-error.ts';
import { syncFile, syncFolder } from '../service/common/finish-file.ts';
import { unflushed } from './database.ts';
import type { FileNames } from './file-names.ts';
import { sweepFiles, sweepThese } from './sweep-files.ts';
import { writeHashed, type KnownBytes } from './write-hashed.ts';
import { createSql } from './row-values.ts';

export interface StoredFile {
  /** Opaque; used in URLs. */
  readonly id: string;
  readonly byteLength: number;
  /** Detected from the content when stored. */
  readonly mediaType: string;
  /** Absolute; never leaves the backend. */
  readonly path: string;
}

/** Bytes in the store's folder without a row. */
export interface StagedFile extends KnownBytes {
  readonly path: string;
}

export type FileStore = Awaited<ReturnType<typeof openFileStore>>;

/** Deletes half-written files of earlier sessions. @param now ms */
export async function openFileStore(
  database: DatabaseSync,
  folder: string,
  now: () => number = Date.now,
  names?: Pick<FileNames, 'note'>,
) {
  const root = join(folder, 'files');
  await mkdir(root, { recursive: true, mode: 0o700 });
  await sweepParts(root);
  const sql = createSql(database);

  const toStored = (row: Record<string, unknown>): StoredFile => ({
    id: String(row['id']),
    byteLength: Number(row['byte_length']),
    mediaType: String(row['media_type']),
    path: pathOf(root, String(row['hash'])),
  });
  const mustFind = (id: string): Record<string, unknown> => {
    const row = sql.get`SELECT * FROM files WHERE id = ${id}`;
    if (row !== undefined) return row;
    throw notFound('This file is not in the library.');
  };
  const takenIn = new Map<string, number>();
  const ofSession = new Set<string>();
  /** Folders whose names this session has synced. */
  const rooted = new Set<string>();
  const openedAt = Date.now();
  const partPath = () => join(root, `${randomUUID()}.part`);

  return {
    partPath,
    /** Deletes unreferenced files of earlier sessions. Reads the whole library: call it when idle. */
    sweep(): void {
      const remove = (hash: string) => rmSync(pathOf(root, hash), { force: true });
      sweepFiles(database, { since: openedAt, hashes: ofSession }, remove);
    },
    /** Writes a stream to a temporary file without a row. Rejects if the stream breaks. */
    async stage(bytes: AsyncIterable<Uint8Array>): Promise<StagedFile> {
      const path = partPath();
      return { path, ...(await writeHashed(path, bytes)) };
    },
    /** @param known hash from writing; missing: computed now */
    async stageExisting(path: string, known?: KnownBytes): Promise<StagedFile> {
      await syncFile(path); // A copy may be only in the system's cache.
      if (known !== undefined && (await stat(path)).size === known.byteLength) {
        return { path, ...known };
      }
      return { path, ...(await hashOf(path)) };
    },
    /** Equal content returns the same file. @param name if it should survive a lost database */
    async commit(staged: StagedFile, mediaType: string, name?: string): Promise<StoredFile> {
      const noted = name === undefined ? undefined : names?.note(staged.hash, name);
      takenIn.set(staged.hash, now());
      ofSession.add(staged.hash);
      const target = pathOf(root, staged.hash);
      const known = sql.get`SELECT * FROM files WHERE hash = ${staged.hash}`;
      if (
        known !== undefined &&
        (await hashOf(target).catch(() => undefined))?.hash === staged.hash
      ) {
        await rm(staged.path, { force: true });
      } else {
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await rename(staged.path, target);
        // Both names are the same file, so the rename does nothing and keeps the first.
        await rm(staged.path, { force: true });
        await syncFolder(dirname(target));
        if (!rooted.has(dirname(target))) await syncFolder(root); // The folder itself may be new.
        rooted.add(dirname(target));
      }
      await noted;
      takenIn.set(staged.hash, now());
      // Unknown bytes may later be identified as a picture, never the other way round.
      // Nothing refers to the row until a later commit, whose flush includes this one.
      unflushed(
        database,
        () =>
          sql.run`INSERT INTO files (id, hash, byte_length, media_type, created_at)
            VALUES (${randomUUID()}, ${staged.hash}, ${staged.byteLength}, ${mediaType},
              ${Date.now()})
            ON CONFLICT (hash) DO UPDATE SET media_type = excluded.media_type
            WHERE media_type = ${UNKNOWN_TYPE}`,
      );
      const row = sql.get`SELECT * FROM files WHERE hash = ${staged.hash}`;
      if (row === undefined) throw new Error('The file row is missing right after it was written.');
      return toStored(row);
    },
    async discard(staged: StagedFile): Promise<void> {
      await rm(staged.path, { force: true });
    },
    /** Keeps very new files, because something may be about to refer to them. */
    release(fileIds: readonly string[]): void {
      for (const [hash, at] of takenIn) {
        if (now() - at > SETTLING_MILLISECONDS) takenIn.delete(hash);
      }
      const settled = fileIds.filter((id) => {
        const row = sql.get`SELECT * FROM files WHERE id = ${id}`;
        return row !== undefined && !takenIn.has(String(row['hash']));
      });
      if (settled.length === 0) return;
      try {
        sweepThese(database, settled, (hash) => rmSync(pathOf(root, hash), { force: true }));
      } catch {
        // They are deleted at the next start.
      }
    },
    /** @throws AppError `not-found` */
    get: (id: string): StoredFile => toStored(mustFind(id)),
    /** Reads the whole file: false if it is missing or changed. */
    async isWhole(id: string): Promise<boolean> {
      const row = sql.get`SELECT * FROM files WHERE id = ${id}`;
      if (row === undefined) return false;
      const found = await hashOf(toStored(row).path).catch(() => undefined);
      return found?.hash === row['hash'];
    },
  };
}

/** How long a new file may be unreferenced while a large result is finished, ms. */
const SETTLING_MILLISECONDS = 60_000;
const READ_BYTES = 1024 * 1024;
const UNKNOWN_TYPE = 'application/octet-stream';

/** Checks existence by hash without reading. @param folder the data folder */
export function hasBytes(folder: string, hash: string): boolean {
  return existsSync(pathOf(join(folder, 'files'), hash));
}

/** `files/ab/abcdef…`; 256 folders keep listings short. */
function pathOf(root: string, hash: string): string {
  return join(root, hash.slice(0, 2), hash);
}

async function hashOf(path: string): Promise<{ hash: string; byteLength: number }> {
  const hash = createHash('sha256');
  let byteLength = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: READ_BYTES })) {
    const bytes = chunk as Uint8Array;
    hash.update(bytes);
    byteLength += bytes.byteLength;
  }
  return { hash: hash.digest('hex'), byteLength };
}

async function sweepParts(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (name.endsWith('.part')) await rm(join(root, name), { force: true });
  }
}
