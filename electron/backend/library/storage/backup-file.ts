/** A tar with `gesso-backup.json` first and `checksums.json` last, which reveals truncation. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rm, stat, mkdir, rename, type FileHandle } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { copyDatabase } from '../copy-database.ts';
import { listLibraryFiles, type LibraryFile } from '../library-parts.ts';
import {
  TAR_END_BYTES,
  tarHeader,
  tarPadding,
  cutOff,
  damaged,
  nextEntry,
  readEntryBytes,
  type ByteReader,
} from './tar.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { isSound } from '../backups.ts';
import { syncFolder } from '../../service/common/finish-file.ts';
import { namesIn } from './kept-databases.ts';
import { requireSpace } from './space.ts';

const MANIFEST_NAME = 'gesso-backup.json';
const CHECKSUMS_NAME = 'checksums.json';
const DATABASE_NAME = 'library.db';

const manifestSchema = z.object({
  format: z.literal('gesso-backup'),
  version: z.int().positive(),
  gesso: z.string(),
  /** ms since 1970 */
  at: z.int(),
  /** Number of files including the database. */
  entries: z.int().positive(),
  bytes: z.int().positive(),
});
type BackupManifest = z.infer<typeof manifestSchema>;

const BACKUP_VERSION = 1;

interface BackupFileOptions {
  readonly database: DatabaseSync;
  readonly folder: string;
  readonly version: string;
  readonly now: () => number;
  readonly onProgress: (done: number, total: number) => void;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/** Later work is not included. @throws file system errors; the signal's reason */
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

/** Allowed names: nothing leaves the folder, whoever made the file. SECURITY: S35 */
const NAME = /^(?:library\.db|(?:files|answers|training|recipes)(?:\/[^./\\:\0][^/\\:\0]*)+)$/u;

/** Longest list of checksums, bytes: in total, and per entry. */
const CHECKSUMS = { longest: 512 * 1024 * 1024, perEntry: 4096 + 100 } as const;
/** Bytes that files may have grown while the backup was written. */
const GROWTH = 64 * 1024 * 1024;
/** File system errors for an invalid or existing name. */
const NAME_ERRORS = new Set([
  'EEXIST',
  'EISDIR',
  'ENOTDIR',
  'ENOENT',
  'ENAMETOOLONG',
  'EINVAL',
  'EILSEQ',
]);

/** @param into a new folder, created once everything is verified @throws AppError */
export async function restoreFile(
  path: string,
  into: string,
  deps: {
    readonly onProgress: (done: number, total: number) => void;
    readonly signal: AbortSignal;
  },
): Promise<BackupManifest> {
  if (!(await stat(path)).isFile()) throw notABackup();
  const part = `${into}.part`;
  await mkdir(part, { recursive: true, mode: 0o700 });
  try {
    const stream: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 1 << 20 });
    const reader = readEntryBytes(stream);
    const manifest = await readManifest(reader);
    await requireSpace(part, manifest.bytes);
    await unpack(reader, part, manifest, deps);
    if (!isSound(join(part, DATABASE_NAME))) throw damaged();
    await syncFolder(part);
    await rename(part, into);
    await syncFolder(dirname(into));
    return manifest;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

export async function removeUnfinished(folder: string): Promise<void> {
  for (const name of namesIn(folder)) {
    if (name.endsWith('.part')) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function readManifest(reader: ByteReader): Promise<BackupManifest> {
  let manifest: BackupManifest;
  try {
    const first = await nextEntry(reader);
    if (first?.name !== MANIFEST_NAME || first.byteLength > 65_536) throw notABackup();
    manifest = manifestSchema.parse(JSON.parse((await reader.take(first.byteLength)).toString()));
    await reader.take(tarPadding(first.byteLength).length);
  } catch (cause) {
    throw notABackup(cause);
  }
  if (manifest.version > BACKUP_VERSION) {
    throw new AppError(
      'database-newer',
      'A newer version of Gesso made this backup. Restore it with that version. Nothing was changed.',
    );
  }
  return manifest;
}

async function unpack(
  reader: ByteReader,
  into: string,
  manifest: BackupManifest,
  { onProgress, signal }: Parameters<typeof restoreFile>[2],
): Promise<void> {
  const sums = new Map<string, string>();
  let done = 0;
  for (;;) {
    const entry = await nextEntry(reader);
    if (entry === undefined) throw cutOff(); // The list of checksums precedes the end.
    const { name, byteLength } = entry;
    if (name === CHECKSUMS_NAME) {
      const longest = (manifest.entries + 1) * CHECKSUMS.perEntry;
      if (byteLength > Math.min(longest, CHECKSUMS.longest)) throw damaged();
      compare(sums, (await reader.take(byteLength)).toString());
      return;
    }
    // Entries beyond the manifest are not written, because the space check did not count them.
    const isCounted = sums.size < manifest.entries && done + byteLength <= manifest.bytes + GROWTH;
    if (!NAME.test(name) || !isCounted) throw damaged();
    const target = await create(join(into, name));
    try {
      const hash = createHash('sha256');
      for await (const piece of reader.pieces(byteLength)) {
        signal.throwIfAborted();
        hash.update(piece);
        await target.writeFile(piece);
        onProgress((done += piece.length), manifest.bytes);
      }
      await target.sync();
      sums.set(name, hash.digest('hex'));
    } finally {
      await target.close();
    }
    await reader.take(tarPadding(byteLength).length);
  }
}

async function create(path: string): Promise<FileHandle> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return await open(path, 'wx', 0o600);
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? '';
    if (!NAME_ERRORS.has(code)) throw cause;
    throw AppError.of(damaged().toData(), { cause });
  }
}

function compare(found: ReadonlyMap<string, string>, written: string): void {
  let expected: unknown;
  try {
    expected = JSON.parse(written);
  } catch (cause) {
    throw AppError.of(damaged().toData(), { cause });
  }
  if (typeof expected !== 'object' || expected === null) throw damaged();
  const entries = Object.entries(expected).filter(([name]) => name !== MANIFEST_NAME);
  if (entries.length !== found.size || !found.has(DATABASE_NAME)) throw damaged();
  for (const [name, sum] of entries) if (found.get(name) !== sum) throw damaged();
}

function notABackup(cause?: unknown): AppError {
  return new AppError(
    'unsupported-file',
    'This file is not a backup of Gesso. Nothing was changed. Select a file that ends in .gessobackup.',
    { action: 'choose-other-file', cause },
  );
}
