import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Menu } from '../../../../shared/contract/desktop.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { noisePng } from '../../../testing/pictures.ts';
import { testFolder } from '../../../testing/test-folder.ts';

let fixture: BackendFixture;
let folder = '';
let menus: Menu[];

beforeEach(async () => {
  menus = [];
  folder = testFolder();
  fixture = await createBackendFixture({ ports: { showMenu: (menu) => void menus.push(menu) } });
});

/** The next requests of a stream. */
async function next<Item>(stream: AsyncIterator<Item>, count: number): Promise<readonly Item[]> {
  const items: Item[] = [];
  while (items.length < count) {
    const { value, done } = await stream.next();
    if (done === true) break;
    items.push(value);
  }
  return items;
}

async function picture(name: string, seed: number): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, await noisePng(20, 10, seed));
  return path;
}

describe('files from the desktop', () => {
  it('S29 become photos of the library, show the first one, and stay unchanged', async () => {
    const { desktop } = fixture.backend();
    const paths = [await picture('one “a”.png', 1), await picture('two.png', 2)];
    await desktop.openFiles(paths);
    const requests = await next(await fixture.client().desktop.requests(), 2);
    expect(requests).toEqual([
      { kind: 'open-photo', photoId: expect.any(String), isToShow: true },
      { kind: 'open-photo', photoId: expect.any(String), isToShow: false },
    ]);
    const names = (await fixture.client().photos.recent()).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['one “a”.png', 'two.png']);
  });

  it('S29 are refused with a message when they are missing or no pictures', async () => {
    const { desktop } = fixture.backend();
    const text = join(folder, 'text.png');
    await writeFile(text, 'not a picture');
    await desktop.openFiles([text, join(folder, 'gone.png'), await picture('good.png', 3)]);
    const requests = await next(await fixture.client().desktop.requests(), 3);
    expect(requests).toMatchObject([
      { kind: 'open-photo', isToShow: true },
      { kind: 'refused-file', error: { kind: 'unsupported-file' } },
      { kind: 'refused-file', error: { message: expect.stringContaining('“gone.png”') } },
    ]);
    expect(JSON.stringify(requests)).not.toContain(folder);
  });
});

describe('requests from the desktop', () => {
  it('wait for a window, arrive once, and go to the window that connected last', async () => {
    const { desktop } = fixture.backend();
    desktop.openPhoto('a');
    desktop.runCommand('studio.undo', true);
    const first = await fixture.client().desktop.requests();
    expect(await next(first, 2)).toEqual([
      { kind: 'open-photo', photoId: 'a', isToShow: true },
      { kind: 'run-command', commandId: 'studio.undo', isByKey: true },
    ]);
    const ended = next(first, 1);
    const second = await fixture.client().desktop.requests();
    const waiting = next(second, 1);
    expect(await ended).toEqual([]);
    desktop.openPhoto('b');
    expect(await waiting).toEqual([{ kind: 'open-photo', photoId: 'b', isToShow: true }]);
  });
});
