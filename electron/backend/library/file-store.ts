/**
 * Files by content: the same bytes are stored once, under their SHA-256. A file is written to
 * `*.part` in the same folder, flushed, renamed into place, and only then has it a row; so a row
 * always has its bytes, whenever the process is stopped.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, existsSync, rmSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors/app-error.ts';
import { syncFile } from '../common/finish-file.ts';
import type { FileNames } from './file-names.ts';
import { sweepFile, sweepFiles } from './sweep-files.ts';
import { syncFolder } from './sync-folder.ts';
import { writeHashed, type KnownBytes } from './write-hashed.ts';

/** A stored file. */
export interface StoredFile {
  /** Opaque; the id in URLs. */
  readonly id: string;
  readonly byteLength: number;
  /** Decided by content when the file was taken in. */
  readonly mediaType: string;
  /** Absolute path; never leaves the backend. */
  readonly path: string;
}

/** Bytes that lie in the store's folder but belong to nothing yet. */
export interface StagedFile extends KnownBytes {
  readonly path: string;
}

export interface FileStore {
  /** Writes a stream to a part file; nothing is recorded. Rejects when the stream breaks off. */
  stage(bytes: AsyncIterable<Uint8Array>): Promise<StagedFile>;
  /**
   * Takes over a finished file that lies in the data folder already.
   *
   * @param known hashed as it was written; `undefined`: it is read and hashed now
   */
  stageExisting(path: string, known?: KnownBytes): Promise<StagedFile>;
  /**
   * Puts staged bytes in their place and records them; the same content gives the same file.
   *
   * @param name of a picture that would become a photo if the database were lost
   */
  commit(staged: StagedFile, mediaType: string, name?: string): Promise<StoredFile>;
  /** Forgets staged bytes. */
  discard(staged: StagedFile): Promise<void>;
  /** @throws AppError `not-found` */
  get(id: string): StoredFile;
  /** Reads the whole file: false when it is missing or has other bytes than it had. */
  isWhole(id: string): Promise<boolean>;
  /**
   * Removes those of these files to which nothing refers now. A file of the last moments stays for a
   * later session: something may be about to refer to it.
   */
  release(fileIds: readonly string[]): void;
  /**
   * Removes files of earlier sessions to which nothing refers now. Reads the whole library: call it
   * when the program is idle.
   */
  sweep(): void;
  /** A path in the store's folder for a file that another part writes, see `stageExisting`. */
  partPath(): string;
}

/**
 * Opens the store below the data folder and removes half-written files of earlier runs.
 *
 * @param folder absolute path of the data folder
 * @param now ms; the computer's own unless a test brings another
 * @param names the log of names
 */
export async function openFileStore(
  database: DatabaseSync,
  folder: string,
  now: () => number = Date.now,
  names?: Pick<FileNames, 'note'>,
): Promise<FileStore> {
  const root = join(folder, 'files');
  await mkdir(root, { recursive: true, mode: 0o700 });
  await sweepParts(root);
  // Unknown bytes may come again as a picture, never the other way round.
  const record = database.prepare(
    `INSERT INTO files (id, hash, byte_length, media_type, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET media_type = excluded.media_type WHERE media_type = ?`,
  );
  const byHash = database.prepare(
    'SELECT id, byte_length, media_type, hash FROM files WHERE hash = ?',
  );
  const byId = database.prepare('SELECT id, byte_length, media_type, hash FROM files WHERE id = ?');

  const toStored = (row: Record<string, unknown>): StoredFile => ({
    id: String(row['id']),
    byteLength: Number(row['byte_length']),
    mediaType: String(row['media_type']),
    path: pathOf(root, String(row['hash'])),
  });
  const mustFind = (id: string): Record<string, unknown> => {
    const row = byId.get(id);
    if (row !== undefined) return row;
    throw new AppError({ kind: 'not-found', message: 'This file is not in the library.' });
  };
  /** When bytes were last being taken in, by hash. */
  const takenIn = new Map<string, number>();
  /** Hashes of all bytes that this session took in. */
  const ofSession = new Set<string>();
  const openedAt = Date.now();
  const partPath = () => join(root, `${randomUUID()}.part`);

  return {
    partPath,
    sweep() {
      const remove = (hash: string) => rmSync(pathOf(root, hash), { force: true });
      sweepFiles(database, { since: openedAt, hashes: ofSession }, remove);
    },
    async stage(bytes) {
      const path = partPath();
      return { path, ...(await writeHashed(path, bytes)) };
    },
    async stageExisting(path, known) {
      await syncFile(path); // a copy may still be in the system's memory only
      if (known !== undefined && (await stat(path)).size === known.byteLength) {
        return { path, ...known };
      }
      return { path, ...(await hashOf(path)) };
    },
    async commit(staged, mediaType, name) {
      if (name !== undefined) names?.note(staged.hash, name);
      takenIn.set(staged.hash, now());
      ofSession.add(staged.hash);
      const target = pathOf(root, staged.hash);
      const known = byHash.get(staged.hash);
      if (
        known !== undefined &&
        (await hashOf(target).catch(() => undefined))?.hash === staged.hash
      ) {
        await rm(staged.path, { force: true });
      } else {
        await mkdir(dirname(target), { recursive: true, mode: 0o700 });
        await rename(staged.path, target);
        // Two names of one file: the rename has nothing to do and leaves the first.
        await rm(staged.path, { force: true });
        await syncFolder(dirname(target));
        await syncFolder(root); // the folder itself may be new
      }
      takenIn.set(staged.hash, now());
      record.run(randomUUID(), staged.hash, staged.byteLength, mediaType, Date.now(), UNKNOWN_TYPE);
      const row = byHash.get(staged.hash);
      if (row === undefined) throw new Error('The file row is missing right after it was written.');
      return toStored(row);
    },
    async discard(staged) {
      await rm(staged.path, { force: true });
    },
    release(fileIds) {
      for (const [hash, at] of takenIn) {
        if (now() - at > SETTLING_MILLISECONDS) takenIn.delete(hash);
      }
      for (const id of fileIds) {
        const row = byId.get(id);
        if (row === undefined || takenIn.has(String(row['hash']))) continue;
        try {
          sweepFile(database, id, (hash) => rmSync(pathOf(root, hash), { force: true }));
        } catch {
          // Windows keeps a file that is being read: row and file go at the next start
        }
      }
    },
    get: (id) => toStored(mustFind(id)),
    async isWhole(id) {
      const row = byId.get(id);
      if (row === undefined) return false;
      const found = await hashOf(toStored(row).path).catch(() => undefined);
      return found?.hash === row['hash'];
    },
  };
}

/** Time in which a new file may be without a reference: the rest of a large result, ms. */
const SETTLING_MILLISECONDS = 60_000;
/** Bytes read at once while hashing. */
const READ_BYTES = 1024 * 1024;
/** The type of a file that has not been read yet. */
const UNKNOWN_TYPE = 'application/octet-stream';

/** Whether bytes are on the disk, by their hash; nothing is read. @param folder the data folder */
export function hasBytes(folder: string, hash: string): boolean {
  return existsSync(pathOf(join(folder, 'files'), hash));
}

/** `files/ab/abcdef…`: 256 folders keep listings short. */
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
