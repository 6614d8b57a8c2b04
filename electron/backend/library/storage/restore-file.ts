/** Unpacks a backup file into a new folder. The current library is not touched. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { isSound } from '../backups.ts';
import { syncFolder } from '../../service/common/finish-file.ts';
import {
  BACKUP_VERSION,
  CHECKSUMS_NAME,
  DATABASE_NAME,
  MANIFEST_NAME,
  manifestSchema,
  type BackupManifest,
} from './backup-file.ts';
import { namesIn } from './kept-databases.ts';
import { requireSpace } from './space.ts';
import { cutOff, damaged, nextEntry, readEntryBytes, tarPadding, type ByteReader } from './tar.ts';

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

/**
 * @param into a new folder, created once everything is verified
 * @throws AppError `damaged-file`, `unsupported-file`, `database-newer`, `disk-full`; the signal's
 * reason
 */
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

/** @param folder of restored libraries */
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
