/**
 * Files by content: the same bytes are stored once, under their SHA-256. A file is written to
 * `*.part` in the same folder, flushed, renamed into place, and only then has it a row; so a row
 * always has its bytes, whenever the process is stopped.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { AppError } from '../../../shared/errors/app-error.ts';

/** A stored file. */
export interface StoredFile {
  /** Opaque; what URLs show. */
  readonly id: string;
  readonly byteLength: number;
  /** Decided by content when the file was taken in. */
  readonly mediaType: string;
  /** Absolute path; never leaves the backend. */
  readonly path: string;
}

/** Bytes that lie in the store's folder but belong to nothing yet. */
export interface StagedFile {
  readonly path: string;
  readonly hash: string;
  readonly byteLength: number;
}

/** See the file comment. */
export interface FileStore {
  /** Writes a stream to a part file; nothing is recorded. Rejects when the stream breaks off. */
  stage(bytes: AsyncIterable<Uint8Array>): Promise<StagedFile>;
  /** Takes over a finished file that lies in the data folder already (hashing it). */
  stageExisting(path: string): Promise<StagedFile>;
  /** Puts staged bytes in their place and records them; the same content gives the same file. */
  commit(staged: StagedFile, mediaType: string): Promise<StoredFile>;
  /** Forgets staged bytes. */
  discard(staged: StagedFile): Promise<void>;
  /** @throws AppError `not-found` */
  get(id: string): StoredFile;
  /** A path in the store's folder for a file that another part writes, see `stageExisting`. */
  partPath(): string;
}

/**
 * Opens the store below the data folder and removes what earlier runs left half written.
 *
 * @param folder absolute path of the data folder
 */
export async function openFileStore(database: DatabaseSync, folder: string): Promise<FileStore> {
  const root = join(folder, 'files');
  await mkdir(root, { recursive: true, mode: 0o700 });
  await sweepParts(root);
  const insert = database.prepare(
    'INSERT INTO files (id, hash, byte_length, media_type, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING',
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
  const partPath = () => join(root, `${randomUUID()}.part`);

  return {
    partPath,
    async stage(bytes) {
      const path = partPath();
      const hash = createHash('sha256');
      let byteLength = 0;
      const handle = await open(path, 'wx', 0o600);
      try {
        for await (const chunk of bytes) {
          hash.update(chunk);
          byteLength += chunk.byteLength;
          await handle.writeFile(chunk);
        }
        await handle.sync();
      } catch (error) {
        await handle.close();
        await rm(path, { force: true });
        throw error;
      }
      await handle.close();
      return { path, hash: hash.digest('hex'), byteLength };
    },
    async stageExisting(path) {
      const hash = createHash('sha256');
      let byteLength = 0;
      for await (const chunk of createReadStream(path)) {
        const bytes = chunk as Uint8Array;
        hash.update(bytes);
        byteLength += bytes.byteLength;
      }
      return { path, hash: hash.digest('hex'), byteLength };
    },
    async commit(staged, mediaType) {
      const target = pathOf(root, staged.hash);
      const known = byHash.get(staged.hash);
      if (known !== undefined && (await hasLength(target, staged.byteLength))) {
        await rm(staged.path, { force: true });
        return toStored(known);
      }
      await mkdir(join(target, '..'), { recursive: true, mode: 0o700 });
      await rename(staged.path, target);
      await syncFolder(join(target, '..'));
      insert.run(randomUUID(), staged.hash, staged.byteLength, mediaType, Date.now());
      const row = byHash.get(staged.hash);
      if (row === undefined) throw new Error('The file row is missing right after it was written.');
      return toStored(row);
    },
    async discard(staged) {
      await rm(staged.path, { force: true });
    },
    get(id) {
      const row = byId.get(id);
      if (row === undefined) {
        throw new AppError({ kind: 'not-found', message: 'This file is not in the library.' });
      }
      return toStored(row);
    },
  };
}

/** `files/ab/abcdef…`: 256 folders keep listings short. */
function pathOf(root: string, hash: string): string {
  return join(root, hash.slice(0, 2), hash);
}

async function hasLength(path: string, byteLength: number): Promise<boolean> {
  try {
    return (await stat(path)).size === byteLength;
  } catch {
    return false; // the row is there but the file is gone: it is written again
  }
}

/** A rename is safe against a power cut only when the folder is flushed too. Windows cannot and need not. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function sweepParts(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (name.endsWith('.part')) await rm(join(root, name), { force: true });
  }
}
