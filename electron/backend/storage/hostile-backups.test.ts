/** Backup files that somebody made to do harm. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { toAppError } from '../../../shared/errors/app-error.ts';
import { restoreFile } from './restore-file.ts';
import { TAR_END_BYTES, tarHeader, tarPadding } from './tar.ts';

const AT = Date.UTC(2026, 10, 27);
const MANIFEST = {
  format: 'gesso-backup',
  version: 1,
  gesso: '1.0.0',
  at: AT,
  entries: 3,
  bytes: 1000,
};
const HUGE = 400 * 2 ** 30;

interface Entry {
  readonly name: string;
  readonly content: string;
  /** In the header, in place of the content's. */
  readonly byteLength?: number;
}

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gesso-hostile-'));
});
afterEach(() => rm(folder, { recursive: true }));

function archive(entries: readonly Entry[], manifest: object = MANIFEST): Buffer {
  const sums = Object.fromEntries(
    entries.map(({ name, content }) => [name, createHash('sha256').update(content).digest('hex')]),
  );
  const all: readonly Entry[] = [
    { name: 'gesso-backup.json', content: JSON.stringify(manifest) },
    ...entries,
    { name: 'checksums.json', content: JSON.stringify(sums) },
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
  const error: unknown = await restoreFile(path, join(folder, 'into'), {
    onProgress: (done) => (most = done),
    signal: new AbortController().signal,
  }).catch((thrown: unknown) => thrown);
  expect(await readdir(folder)).toEqual(['bad.gessobackup']);
  return { kind: toAppError(error).kind, most };
}

const DATABASE: Entry = { name: 'library.db', content: 'x' };

it.each<[string, Buffer]>([
  ['names one entry twice', archive([DATABASE, DATABASE])],
  [
    'has a name of 300 bytes',
    archive([DATABASE, { name: `files/${'ä'.repeat(150)}`, content: '' }]),
  ],
  [
    'has a file in the place of a folder',
    archive([DATABASE, { name: 'files/a', content: '' }, { name: 'files/a/b', content: '' }]),
  ],
  [
    'has a folder in the place of a file',
    archive([DATABASE, { name: 'files/a/b', content: '' }, { name: 'files/a', content: '' }]),
  ],
  [
    'has more entries than it says',
    archive([DATABASE, ...['a', 'b', 'c'].map((name) => ({ name: `files/${name}`, content: '' }))]),
  ],
])('refuses a backup as damaged that %s', async (_, bytes) => {
  expect((await restore(bytes)).kind).toBe('damaged-file');
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
