/** Backup files that somebody made to do harm, and seeded damage to all parts of one. SECURITY: S49 */
import { createHash } from 'node:crypto';
import { readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { toAppError } from '../../../../shared/errors/app-error.ts';
import { byDepth } from '../../../testing/depth.ts';
import { mutate } from '../../../testing/mutations.ts';
import { testFolder } from '../../../testing/test-folder.ts';
import { mutateText } from '../../../testing/text-mutations.ts';
import { LATEST_VERSION } from '../migrations/index.ts';
import { restoreFile } from './backup-file.ts';
import { TAR_END_BYTES, tarHeader, tarPadding } from './tar.ts';

const AT = Date.UTC(2026, 10, 27);
const FORMAT = { format: 'gesso-backup', version: 1, gesso: '1.0.0' };
const MANIFEST = { ...FORMAT, at: AT, entries: 3, bytes: 1000 };
/** Whatever a backup file is, one of these comes of it. */
const KINDS = ['restored', 'damaged-file', 'unsupported-file', 'database-newer', 'disk-full'];
const HUGE = 400 * 2 ** 30;

/** Mutations. */
const MUTATIONS = byDepth(60, 2000);
/** One file: a hang, not slow work, ms; and what the program grows by in all, bytes. */
const LIMITS = { milliseconds: 60_000, growth: 500_000_000 } as const;

interface Entry {
  readonly name: string;
  readonly content: string | Buffer;
  /** In the header, in place of the content's. */
  readonly byteLength?: number;
}

let folder: string;

beforeEach(() => {
  folder = testFolder();
});

function archive(
  entries: readonly Entry[],
  manifest: object | string = MANIFEST,
  checksums?: string,
): Buffer {
  const sums = Object.fromEntries(
    entries.map(({ name, content }) => [name, createHash('sha256').update(content).digest('hex')]),
  );
  const head = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  const all: readonly Entry[] = [
    { name: 'gesso-backup.json', content: head },
    ...entries,
    { name: 'checksums.json', content: checksums ?? JSON.stringify(sums) },
  ];
  return Buffer.concat([
    ...all.flatMap(({ name, content, byteLength = Buffer.byteLength(content) }) => [
      tarHeader({ name, byteLength }, AT),
      Buffer.from(content),
      tarPadding(Buffer.byteLength(content)),
    ]),
    Buffer.alloc(TAR_END_BYTES),
  ]);
}

/** @returns the kind of the error, and what is left on the disk */
async function restore(bytes: Buffer, apparentBytes = 0) {
  const path = join(folder, 'bad.gessobackup');
  await writeFile(path, bytes);
  if (apparentBytes > 0) await truncate(path, apparentBytes);
  let most = 0;
  const into = join(folder, 'into');
  try {
    await restoreFile(path, into, {
      onProgress: (done) => (most = done),
      signal: AbortSignal.timeout(LIMITS.milliseconds),
    });
    await rm(into, { recursive: true });
    return { kind: 'restored' as const, most };
  } catch (error) {
    expect(await readdir(folder)).toEqual(['bad.gessobackup']);
    return { kind: toAppError(error).kind, most };
  }
}

const DATABASE: Entry = { name: 'library.db', content: 'x' };

it.each([
  ['names one entry twice', ['library.db']],
  ['has a name of 300 bytes', [`files/${'ä'.repeat(150)}`]],
  ['has a file in the place of a folder', ['files/a', 'files/a/b']],
  ['has a folder in the place of a file', ['files/a/b', 'files/a']],
  ['has more entries than it says', ['files/a', 'files/b', 'files/c']],
])('refuses a backup as damaged that %s', async (_, names) => {
  const others = names.map((name) => ({ name, content: '' }));
  expect((await restore(archive([DATABASE, ...others]))).kind).toBe('damaged-file');
});

it.each(['library.db', 'files/aa/large', 'checksums.json', 'gesso-backup.json'])(
  'writes nothing of a sparse file whose entry %s claims 400 GB',
  async (name) => {
    const whole = archive([{ name: 'library.db', content: 'x' }]);
    const claiming = tarHeader({ name, byteLength: HUGE }, AT);
    const at = name === 'gesso-backup.json' ? 0 : whole.indexOf('library.db');
    const bytes = Buffer.concat([whole.subarray(0, at), claiming]);
    const { kind, most } = await restore(bytes, HUGE);
    expect(['damaged-file', 'unsupported-file']).toContain(kind);
    expect(most).toBe(0);
    expect((await stat(join(folder, 'bad.gessobackup'))).blocks).toBeLessThan(100);
  },
);

it.each([
  { bytes: -1 },
  { bytes: 1e300 },
  { bytes: 0.5 },
  { bytes: null },
  { entries: -1 },
  { entries: 2 ** 53 },
  { at: 'today' },
  { version: 0 },
  { version: 'one' },
])('refuses a manifest with %o', async (wrong) => {
  expect((await restore(archive([DATABASE], { ...MANIFEST, ...wrong }))).kind).toBe(
    'unsupported-file',
  );
});

function databaseBytes(): Buffer {
  const database = new DatabaseSync(':memory:');
  database.exec(`PRAGMA user_version = ${LATEST_VERSION}`);
  database.exec('CREATE TABLE photos (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT');
  const insert = database.prepare('INSERT INTO photos VALUES (?, ?)');
  for (let row = 0; row < 200; row++) insert.run(`photo-${row}`, 'A name'.repeat(10));
  return Buffer.from(database.serialize());
}

/** A backup with damage in one of its parts, whose sums are right again: readers behind them are met. */
function damagedBackup(database: Buffer, seed: number): Buffer {
  const text = (whole: string): string => Buffer.from(mutateText(whole, seed)).toString();
  const library: Entry = { name: 'library.db', content: database };
  const file: Entry = { name: 'files/ab/abc', content: 'A picture' };
  const manifest = { ...MANIFEST, bytes: 100_000 };
  switch (seed % 6) {
    case 0:
      return archive([library, file], text(JSON.stringify(manifest)));
    case 1: {
      const sums = text(JSON.stringify({ 'library.db': 'ab', x: 'y' }));
      return archive([library, file], manifest, sums);
    }
    case 2:
      return archive([{ ...library, content: mutate(database, seed) }, file], manifest);
    case 3:
      return archive([library, { ...file, name: text(file.name) }], manifest);
    case 4:
      return archive([library, { ...file, byteLength: seed ** 3 }], manifest);
    default:
      return mutate(archive([library, file], manifest), seed);
  }
}

it(
  'restores a damaged backup completely or gives the reason',
  { timeout: MUTATIONS * 2000 },
  async () => {
    const database = databaseBytes();
    const before = process.memoryUsage().rss;
    const kinds = new Set<string>();
    for (let seed = 0; seed < MUTATIONS; seed++) {
      const bytes = damagedBackup(database, seed);
      const { kind, most } = await restore(bytes);
      expect(KINDS, `seed ${seed}: ${kind}`).toContain(kind);
      expect(most, `seed ${seed}`).toBeLessThanOrEqual(bytes.byteLength);
      kinds.add(kind);
    }
    expect(kinds).toContain('restored');
    expect(kinds).toContain('damaged-file');
    expect(process.memoryUsage().rss - before).toBeLessThan(LIMITS.growth);
  },
);
