/**
 * Writes a tar with `gesso-backup.json` first and `checksums.json` last, which reveals truncation.
 * Paths are relative, for other systems.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { copyDatabase } from '../copy-database.ts';
import { listLibraryFiles, type LibraryFile } from '../library-parts.ts';
import { TAR_END_BYTES, tarHeader, tarPadding } from './tar.ts';

export const MANIFEST_NAME = 'gesso-backup.json';
export const CHECKSUMS_NAME = 'checksums.json';
export const DATABASE_NAME = 'library.db';

export const manifestSchema = z.object({
  format: z.literal('gesso-backup'),
  version: z.int().positive(),
  gesso: z.string(),
  /** ms since 1970 */
  at: z.int(),
  /** Number of files including the database. */
  entries: z.int().positive(),
  /** Total size of their contents. */
  bytes: z.int().positive(),
});
export type BackupManifest = z.infer<typeof manifestSchema>;

export const BACKUP_VERSION = 1;

interface BackupFileOptions {
  readonly database: DatabaseSync;
  readonly folder: string;
  readonly version: string;
  readonly now: () => number;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/**
 * Later work is not included. @param path of a new file @throws file system errors; the signal's
 * reason
 */
export async function writeBackupFile(path: string, options: BackupFileOptions): Promise<void> {
  const { database, folder, onProgress, signal, log } = options;
  const snapshot = join(folder, 'library.db.snapshot');
  const target = await open(path, 'w', 0o600);
  try {
    await copyDatabase(database, snapshot, { rate: 1000, log });
    const { size } = await stat(snapshot);
    const files = await listLibraryFiles(folder, false);
    const total = files.reduce((sum, { byteLength }) => sum + byteLength, size);
    const writer = createWriter(target, options.now(), (done) => onProgress(done, total), signal);
    const manifest: BackupManifest = {
      format: 'gesso-backup',
      version: BACKUP_VERSION,
      gesso: options.version,
      at: options.now(),
      entries: files.length + 1,
      bytes: total,
    };
    await writer.text(MANIFEST_NAME, JSON.stringify(manifest));
    await writer.file({ name: DATABASE_NAME, byteLength: size }, snapshot);
    for (const file of files) await writer.file(file, join(folder, file.name));
    await writer.end();
    await target.sync();
  } finally {
    await target.close();
    await rm(snapshot, { force: true });
  }
}

function createWriter(
  target: FileHandle,
  at: number,
  onProgress: (done: number) => void,
  signal: AbortSignal,
) {
  const sums: Record<string, string> = {};
  let done = 0;

  async function write(bytes: Buffer): Promise<void> {
    signal.throwIfAborted();
    if (bytes.length > 0) await target.writeFile(bytes);
  }

  async function text(name: string, content: string): Promise<void> {
    const bytes = Buffer.from(content);
    sums[name] = createHash('sha256').update(bytes).digest('hex');
    const { length } = bytes;
    await write(
      Buffer.concat([tarHeader({ name, byteLength: length }, at), bytes, tarPadding(length)]),
    );
  }

  return {
    text,
    async file(entry: LibraryFile, path: string): Promise<void> {
      const source = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
      if (source === undefined) return;
      const byteLength = (await source.stat()).size;
      await write(tarHeader({ name: entry.name, byteLength }, at));
      const hash = createHash('sha256');
      let written = 0;
      const end = Math.max(0, byteLength - 1);
      const stream = createReadStream('', { fd: source, start: 0, end, highWaterMark: 1 << 20 });
      for await (const chunk of byteLength === 0 ? [] : stream) {
        const bytes = chunk as Buffer;
        hash.update(bytes);
        await write(bytes);
        written += bytes.length;
        onProgress((done += bytes.length));
      }
      if (byteLength === 0) await source.close();
      // A file that has become shorter is padded to keep the archive valid; its checksum includes
      // the padding.
      const missing = Buffer.alloc(byteLength - written);
      hash.update(missing);
      await write(Buffer.concat([missing, tarPadding(byteLength)]));
      sums[entry.name] = hash.digest('hex');
    },
    async end(): Promise<void> {
      await text(CHECKSUMS_NAME, JSON.stringify(sums));
      await write(Buffer.alloc(TAR_END_BYTES));
    },
  };
}
