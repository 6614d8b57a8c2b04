/** Files of folders that are dropped on the window or picked in it. */
import { beforeEach, expect, it } from 'vitest';
import {
  droppedItems,
  pickedItems,
  unreadableWords,
  filesOf,
  type DroppedItems,
} from './file-input.ts';

/** A folder: names with their content, or nothing for a file. */
interface Tree {
  readonly [name: string]: Tree | undefined;
}

const UNREADABLE = new DOMException('Permission was denied.', 'NotReadableError');

function entryOf(name: string, tree: Tree | undefined, path: string): FileSystemEntry {
  const fullPath = `${path}/${name}`;
  const common = { name, fullPath, filesystem: undefined, getParent: () => undefined };
  if (tree === undefined) {
    const file = (done: (file: File) => void, fail: (error: Error) => void): void =>
      name.startsWith('locked') ? fail(UNREADABLE) : done(new File(['1'], name));
    return { ...common, isFile: true, isDirectory: false, file } as unknown as FileSystemEntry;
  }
  let left = Object.entries(tree).map(([child, inside]) => entryOf(child, inside, fullPath));
  const readEntries = (
    done: (entries: readonly FileSystemEntry[]) => void,
    fail: (error: Error) => void,
  ): void => {
    if (name.startsWith('locked')) fail(UNREADABLE);
    const some = left;
    left = [];
    done(some);
  };
  const createReader = () => ({ readEntries });
  return {
    ...common,
    isFile: false,
    isDirectory: true,
    createReader,
  } as unknown as FileSystemEntry;
}

function dropOf(name: string, tree: Tree | undefined): DataTransfer {
  return dropOfAll({ [name]: tree });
}

function dropOfAll(dropped: Tree): DataTransfer {
  const items = Object.entries(dropped).map(([name, tree]) => ({
    kind: 'file',
    webkitGetAsEntry: () => entryOf(name, tree, ''),
    getAsFile: () => new File(['1'], name),
  }));
  return { items } as unknown as DataTransfer;
}

const JOB: Tree = {
  'a.png': undefined,
  'b.JPE': undefined,
  '1.CR3': undefined,
  '2.cr3': undefined,
  'layers.psd': undefined,
  '._a.png': undefined,
  'Thumbs.db': undefined,
  '@eaDir': { 'a.png': { 'SYNOPHOTO_THUMB_XL.jpg': undefined } },
  '#recycle': { 'a.png': undefined },
  card: {
    DCIM: { '100CANON': { 'IMG_1.JPG': undefined, 'MVI_1.THM': undefined } },
    MISC: { 'a.png': undefined },
  },
  misc: { 'c.png': undefined },
};
const PICTURES = ['IMG_1.JPG', 'a.png', 'b.JPE', 'c.png'];

async function namesOf(items: DroppedItems): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { file } of items.all()) names.push(file.name);
  return names;
}

function pathsOf(tree: Tree, path: string): readonly string[] {
  return Object.entries(tree).flatMap(([name, inside]) =>
    inside === undefined ? [`${path}/${name}`] : pathsOf(inside, `${path}/${name}`),
  );
}

let told: string[] = [];
const tell = (sentence: string): void => void told.push(sentence);

beforeEach(() => {
  told = [];
});

it('opens the pictures of a dropped folder, and none from NAS systems and cameras', async () => {
  const files = await filesOf(dropOf('job', JOB), tell);
  expect(files.map(({ name }) => name).toSorted()).toEqual(PICTURES);
});

it('names the files of a dropped folder without pictures', async () => {
  const raw = {
    '1.CR3': undefined,
    '2.CR3': undefined,
    'a.psd': undefined,
    '@eaDir': { 'a.png': undefined },
  };
  await expect(filesOf(dropOf('raw', raw), tell)).rejects.toThrow(
    'It has 3 files of other kinds: 2 CR3, 1 PSD.',
  );
});

it('opens the photos that are dropped together with a folder without pictures', async () => {
  const drop = dropOfAll({ raw: { '1.CR3': undefined }, 'a.png': undefined });
  const files = await filesOf(drop, tell);
  expect(files.map(({ name }) => name)).toEqual(['a.png']);
  expect(told).toEqual([expect.stringMatching(/^The folder “raw” has no photos/u)]);
});

it('takes the rest of a folder of which a part cannot be read, and says so', async () => {
  const card = {
    'a.png': undefined,
    'locked.png': undefined,
    'locked found': { 'b.png': undefined },
    'z.png': undefined,
  };
  const files = await filesOf(dropOf('card', card), tell);
  expect(files.map(({ name }) => name)).toEqual(['a.png', 'z.png']);
  expect(told).toEqual(['2 files or folders could not be read.']);
  const locked = { 'locked found': { 'b.png': undefined } };
  await expect(filesOf(dropOf('card', locked), tell)).rejects.toThrow(
    '1 file or folder could not be read.',
  );
  const items = droppedItems(dropOf('card', card));
  expect(await namesOf(items)).toEqual(['a.png', 'z.png']);
  expect(unreadableWords(items.unreadable())).toBe('2 files or folders could not be read.');
});

it('says what it leaves out of a folder that is too large or too deep', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 2001 }, (_, at) => [`${at}.png`, undefined]),
  );
  expect(await filesOf(dropOf('many', many), tell)).toHaveLength(2000);
  const deep = { 1: { 2: { 3: { 4: { 5: { 6: { 'b.png': undefined } } } } } } };
  expect(await filesOf(dropOf('deep', { ...deep, 'a.png': undefined }), tell)).toHaveLength(1);
  expect(told).toEqual([
    '“many” has more than 2,000 pictures. The rest was left out.',
    '“deep” has folders more than 5 levels deep. They were left out.',
  ]);
});

it('accepts a file that is dropped alone', async () => {
  for (const name of ['._a.png', 'MVI_1.THM']) {
    expect((await filesOf(dropOf(name, undefined), tell)).map((file) => file.name)).toEqual([name]);
  }
});

it('leaves out the folders of NAS systems and cameras, dropped or picked', async () => {
  const picked = pathsOf(JOB, 'job').map((path) =>
    Object.assign(new File(['1'], path.split('/').at(-1) ?? ''), { webkitRelativePath: path }),
  );
  for (const items of [droppedItems(dropOf('job', JOB)), pickedItems(picked)]) {
    const pictures = (await namesOf(items)).filter((name) => /\.(?:png|jpe|jpg)$/iu.test(name));
    expect(pictures.filter((name) => !name.startsWith('.')).toSorted()).toEqual(PICTURES);
  }
});
