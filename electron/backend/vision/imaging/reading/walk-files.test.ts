/** Tests what walks of folders leave out of those of NAS systems, cameras and programs. */
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { noisePng } from '../../../../testing/pictures.ts';
import { startScriptedBackend } from '../../../../testing/scripted-backend.ts';
import { draftOf, planOf, recipeOf } from '../../../../testing/recipes.ts';
import { testFolder } from '../../../../testing/test-folder.ts';
import { picturesIn } from '../../../work/recipes/follow/scan-folder.ts';
import { walkFiles } from './walk-files.ts';

const OF_SYSTEM = [
  '@eaDir/a.png/SYNOPHOTO_THUMB_XL.jpg',
  '@eadir/x.jpg',
  '.@__thumb/a.png',
  '@Recycle/a.png',
  '@Recently-Snapshot/a.png',
  '@SynoResource/a.png',
  '#recycle/a.png',
  '#snapshot/a.png',
  '.thumbnails/1.jpg',
  '.AppleDouble/a.png',
  '._a.png',
  '.hidden.png',
  '.Trashes/501/a.png',
  '.Trash-1000/files/a.png',
  '$RECYCLE.BIN/S-1-5/a.png',
  'RECYCLER/a.png',
  'System Volume Information/a.png',
  'lost+found/a.png',
  '__MACOSX/._a.png',
  '__MACOSX/a.png',
  '.picasaoriginals/a.png',
  'Cat Previews.lrdata/0/a.jpg',
  'card/DCIM/.thumbnails/a.png',
  'card/DCIM/MISC/a.png',
  'card/MISC/a.png',
  'card/PRIVATE/M4ROOT/THMBNL/a.JPG',
  'card/DCIM/100CANON/MVI_1.THM',
  'Thumbs.db',
  'ehthumbs.db',
  'desktop.ini',
] as const;
const PICTURES = [
  'a.png',
  'b.JPE',
  'c.jfif',
  'card/DCIM/100CANON/IMG_1.JPG',
  'deep/MISC/d.png', // of no camera
  'misc/e.png',
  '@client/f.png',
] as const;
const OTHERS = ['1.CR3', 'deep/2.cr3', '3.CR3', 'layers.psd', 'notes.txt', 'a.xmp'] as const;

const folder = testFolder();
const picture = await noisePng(32, 24);
for (const name of [...OF_SYSTEM, ...PICTURES, ...OTHERS]) {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), picture);
}
const { fixture } = await startScriptedBackend({ script: () => undefined });

const wanted = (): readonly string[] => PICTURES.map((name) => join(folder, name)).toSorted();

async function pathsOf(
  files: AsyncIterable<{ readonly path: string }>,
): Promise<readonly string[]> {
  const paths: string[] = [];
  for await (const { path } of files) paths.push(path);
  return paths.toSorted();
}

it('a followed folder yields pictures only', async () => {
  expect(await pathsOf(picturesIn(folder, undefined))).toEqual(wanted());
});

it('a recipe takes pictures only, and its plan counts the other kinds', async () => {
  const runId = await draftOf(fixture, [folder]);
  await fixture.backend().recipes.addPaths(runId, [folder]); // the same files again
  const plan = await planOf(fixture, runId, recipeOf({ kind: 'crop', turn: 90, mirror: false }));
  expect(plan.files).toBe(2 * PICTURES.length);
  expect(plan.otherKinds).toEqual([
    { kind: 'CR3', count: 3 },
    { kind: 'PSD', count: 1 },
  ]);
});

it('Training adds the pictures, and skips others with a reason', async () => {
  await fixture.backend().training.addPaths([folder]);
  const { rows } = await fixture.client().training.list({
    view: { filter: 'skipped', search: '', sort: 'added' },
    offset: 0,
    limit: 50,
  });
  const names = OTHERS.map((name) => basename(name));
  expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  const raw = rows.find(({ name }) => name === '1.CR3');
  expect(raw?.error?.message).toBe('“1.CR3” is a camera RAW file, which Gesso can’t read.');
});

it('Training and recipes take the other files when one of those dropped is gone', async () => {
  const [gone, first, last] = ['gone.png', 'a.png', 'b.JPE'].map((name) => join(folder, name));
  const link = join(testFolder(), 'link.png');
  await symlink(gone ?? '', link);
  const paths = [first ?? '', gone ?? '', link, last ?? ''];
  const { recipes } = fixture.client();
  const { runId } = await recipes.draft({});
  await recipes.takeDrops({ runId });
  fixture.backend().recipes.takeDropped(paths);
  await expect.poll(async () => (await recipes.run({ runId })).files).toBe(2);
  const { added, known } = await fixture.backend().training.addPaths(paths);
  expect(added + known).toBe(2);
  await expect(fixture.backend().training.addPaths([link])).rejects.toMatchObject({
    kind: 'not-found',
  });
});

it.each(['._a.png', '@eaDir/a.png/SYNOPHOTO_THUMB_XL.jpg', 'card/DCIM/100CANON/MVI_1.THM'])(
  'accepts a single file that the user picks: %s',
  async (name) => {
    const path = join(folder, name);
    expect(await pathsOf(walkFiles([path], () => {}))).toEqual([path]);
    const runId = await draftOf(fixture, [path]);
    expect((await fixture.client().recipes.run({ runId })).files).toBe(1);
  },
);

it('searches a folder that the user picks', async () => {
  const path = join(folder, '.picasaoriginals');
  expect(await pathsOf(walkFiles([path], () => {}))).toEqual([join(path, 'a.png')]);
});
