import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFolder } from '../testing/test-folder.ts';
import { createFakeElectron } from './testing/fake-electron.ts';
import {
  createWindowPlaces,
  placeOn,
  withPlace,
  type PlaceDisplay,
  type WindowPlace,
} from './window-place.ts';

function display(id: number, width = 1920, x = 0): PlaceDisplay {
  return { id, label: 'Screen', workArea: { x, y: 0, width, height: 1000 } };
}

function place(on: PlaceDisplay, changes: Partial<WindowPlace> = {}): WindowPlace {
  const bounds = { x: on.workArea.x + 10, y: 20, width: 1200, height: 800 };
  const name = `${on.id} Screen ${on.workArea.width}x1000`;
  return { display: name, ...bounds, isMaximized: false, ...changes };
}

describe('the position of the window', () => {
  const office = display(1);
  const laptop = display(2, 1280, 1920);

  it('is the last one on a connected display', () => {
    const places = [place(laptop), place(office)];
    expect(placeOn(places, [office, laptop])).toEqual(places[0]);
    expect(placeOn(places, [office])).toEqual(places[1]);
    expect(placeOn(places, [display(1, 2560)])).toBeUndefined();
    expect(placeOn([], [office])).toBeUndefined();
  });

  it('is within its display, however it was stored', () => {
    const far = [place(office, { x: 5000, y: -300, width: 4000, height: 300 })];
    expect(placeOn(far, [office])).toMatchObject({ x: 0, y: 0, width: 1920, height: 300 });
  });

  it('is stored once for each display, for a limited number', () => {
    const moved = withPlace([place(laptop), place(office)], place(office, { x: 99 }));
    expect(moved).toEqual([place(office, { x: 99 }), place(laptop)]);
    let places: readonly WindowPlace[] = [];
    for (let id = 0; id < 50; id++) places = withPlace(places, place(display(id)));
    expect(places).toHaveLength(12);
  });

  it('survives a restart, and a damaged file counts as none', async () => {
    const folder = testFolder();
    const path = join(folder, 'new', 'window.json');
    const { electron } = createFakeElectron({ userData: folder });
    const open = () => createWindowPlaces(path, electron.screen, () => undefined);
    const places = open();
    expect(places.find()).toBeUndefined();
    const bounds = { x: 5, y: 6, width: 700, height: 600 };
    const window = new electron.BrowserWindow(bounds);
    places.follow(window);
    window.maximize();
    window.close();
    await expect.poll(() => open().find()).toMatchObject({ ...bounds, isMaximized: true });
    expect(JSON.parse(await readFile(path, 'utf8'))).toHaveLength(1);
    await writeFile(path, '{"x": "a"}');
    expect(open().find()).toBeUndefined();
  });
});
