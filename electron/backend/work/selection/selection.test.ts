import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { SelectedPixels } from '../../../../shared/contract/selection.ts';
import type { Point } from '../../../../shared/geometry/rect.ts';
import { createMaskReader } from '../../../../shared/mask/mask-rows.ts';
import { decodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import { fillLoop } from '../../../../shared/selection/raster-shapes.ts';
import { spotsViewUrl } from '../../../../shared/media.ts';
import {
  DISC,
  disc,
  openGroundPhoto,
  overlap,
  photoBytes,
  raster,
  SHADOW,
  SIZE,
  SPECKS,
  WIRE,
} from '../../../testing/ground-photo.ts';

const { fixture, photoId, select } = await openGroundPhoto();

async function pixelsOf(selected: SelectedPixels): Promise<Uint8Array> {
  const tiles = decodeMaskTiles(new Uint8Array(await selected.tiles.arrayBuffer()));
  const reader = createMaskReader(tiles);
  const pixels = new Uint8Array(SIZE.width * SIZE.height);
  for (let y = 0; y < SIZE.height; y++) {
    reader.read(y, 0, pixels.subarray(y * SIZE.width, (y + 1) * SIZE.width));
  }
  return pixels;
}

const isSet = async (selected: SelectedPixels, { x, y }: Point): Promise<boolean> =>
  (await pixelsOf(selected))[Math.floor(y) * SIZE.width + Math.floor(x)] === 1;

describe('the object tool', () => {
  it.each(['coarse', 'fine'] as const)('finds the outline in a loose loop, %s', async (pass) => {
    const found = await select({ pass });
    expect(overlap(found, disc())).toBeGreaterThan(pass === 'fine' ? 0.97 : 0.95);
    const pixels = await pixelsOf(found);
    expect(found.pixels).toBe(pixels.reduce((sum, value) => sum + value, 0));
    expect(found.outlines.length).toBeGreaterThan(0);
    const xs = found.outlines.flatMap((outline) => outline.filter((_value, at) => at % 2 === 0));
    const beyond = Math.min(...xs) - found.bounds.x;
    expect(found.bounds.x + found.bounds.width - Math.max(...xs)).toBeCloseTo(beyond, 0);
    // a sharp edge is soft over a pixel or two, and only the fine pass takes it along
    expect(beyond).toBeGreaterThanOrEqual(pass === 'fine' ? 1 : 0);
    expect(beyond).toBeLessThanOrEqual(pass === 'fine' ? 3 : 0.5);
  });

  it('keeps a subtracting stroke as drawn, even where the soft edge reaches into it', async () => {
    const left = [
      { x: DISC.x - 70, y: DISC.y - 80 },
      { x: DISC.x - 70, y: DISC.y + 80 },
    ];
    const found = await select({ strokes: [{ kind: 'take', points: left, width: 60 }] });
    expect(await isSet(found, { x: DISC.x - 42, y: DISC.y })).toBe(false);
    expect(await isSet(found, { x: DISC.x - 36, y: DISC.y })).toBe(true);
  });

  it('includes the shadow only when asked to', { tags: 'second' }, async () => {
    const gesture = {
      kind: 'loop',
      points: [
        { x: 150, y: 325 },
        { x: 345, y: 325 },
        { x: 345, y: 430 },
        { x: 325, y: 515 },
        { x: 150, y: 515 },
      ],
    } as const;
    const middle = { x: SHADOW.x + 20, y: SHADOW.y };
    expect(await isSet(await select({ gesture, pass: 'coarse' }), middle)).toBe(false);
    const both = await select({ gesture, withShadow: true });
    expect(await isSet(both, middle)).toBe(true);
    expect(await isSet(both, { x: 130, y: 600 })).toBe(false);
  });

  it('lets a newer request replace the running one', async () => {
    const first = select({});
    const second = select({});
    await expect(first).rejects.toMatchObject({ data: { kind: 'cancelled' } });
    expect(overlap(await second, disc())).toBeGreaterThan(0.95);
  });
});

describe('the line tool', () => {
  it('follows a wire from two clicks next to its ends, at its own width', async () => {
    const truth = raster();
    const across = { x: -WIRE.width * 0.15, y: WIRE.width * 0.475 };
    fillLoop(
      truth,
      SIZE,
      [WIRE.from, WIRE.to].flatMap(({ x, y }, index) => {
        const sign = index === 0 ? 1 : -1;
        return [
          { x: x + sign * across.x, y: y + sign * across.y },
          { x: x - sign * across.x, y: y - sign * across.y },
        ];
      }),
      1,
    );
    const points = [
      { x: WIRE.from.x + 3, y: WIRE.from.y - 6 },
      { x: WIRE.to.x - 3, y: WIRE.to.y + 6 },
    ];
    const found = await fixture.client().selection.line({ photoId, points });
    expect(overlap(found, truth)).toBeGreaterThan(0.8);
    const middle = found.path[Math.floor(found.path.length / 2)];
    expect(middle?.width).toBeGreaterThan(WIRE.width - 2);
    expect(middle?.width).toBeLessThan(WIRE.width + 2);
  });
});

describe('the wand tool', () => {
  it('selects the clicked area, or every area of the colour', async () => {
    const order = { photoId, point: { x: 250, y: 420 }, tolerance: 30 };
    const part = await fixture.client().selection.wand({ ...order, isContiguous: true });
    expect(overlap(part, disc())).toBeGreaterThan(0.95);
    const white = { photoId, point: { x: 527, y: 510 }, tolerance: 40 };
    const letter = await fixture.client().selection.wand({ ...white, isContiguous: true });
    const letters = await fixture.client().selection.wand({ ...white, isContiguous: false });
    expect(letters.pixels).toBeGreaterThan(letter.pixels * 4);
  });

  it('includes the results on the photo, and the photo again without them', async () => {
    const place = { left: DISC.x - 100, top: DISC.y - 100, width: 200, height: 200 };
    const cut = await sharp(await photoBytes())
      .extract(place)
      .png()
      .toBuffer();
    const { id } = await fixture.importPhoto(cut, 'disc.png');
    const flood = async () => {
      const point = { x: 100, y: 100 };
      const order = { photoId: id, point, tolerance: 40, isContiguous: true };
      return (await fixture.client().selection.wand(order)).pixels;
    };
    const disc = await flood();
    await fixture.paint(id, { x: 90, y: 90, width: 20, height: 20 });
    expect(await fixture.cleanUp(id)).toMatchObject({ state: 'done' });
    // the service has answered with other colours
    expect(await flood()).toBeLessThan(disc / 2);
    const [patch] = (await fixture.client().photos.get({ photoId: id })).patches;
    const order = { photoId: id, patchId: patch?.id ?? '', mask: 'keep' } as const;
    await fixture.client().photos.setPatchState({ ...order, state: 'hidden' });
    expect(await flood()).toBe(disc);
  });
});

describe('the spots tool', () => {
  it('finds spots in the sky, more of them with higher sensitivity', async () => {
    const { spots, isCut } = await fixture.client().selection.spots({ photoId, sensitivity: 50 });
    expect(isCut).toBe(false);
    for (const { x, y, radius } of SPECKS) {
      const spot = spots.find(
        ({ bounds }) =>
          x > bounds.x &&
          x < bounds.x + bounds.width &&
          y > bounds.y &&
          y < bounds.y + bounds.height,
      );
      expect(spot?.bounds.width).toBeGreaterThan(2 * radius - 1);
      expect(spot?.bounds.width).toBeLessThan(6 * radius + 8);
    }
    const all = await fixture.client().selection.spots({ photoId, sensitivity: 100 });
    expect(all.spots.length).toBeGreaterThan(spots.length);
  });

  it('shows spots white on black', async () => {
    const answer = await fixture.media(spotsViewUrl(photoId, 50, 'a'));
    const { data, info } = await sharp(await answer.arrayBuffer())
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject(SIZE);
    const at = (x: number, y: number) => data[y * SIZE.width + x] ?? 0;
    const [speck] = SPECKS;
    expect(at(speck.x, speck.y)).toBeGreaterThan(at(speck.x + 60, speck.y) + 60);
    expect((await fixture.media(spotsViewUrl(photoId, 101, 'a'))).status).toBe(404);
  });
});

it('finds each line of text once', async () => {
  const place = { left: 500, top: 470, width: 260, height: 150 };
  const cut = await sharp(await photoBytes())
    .extract(place)
    .png()
    .toBuffer();
  const { id } = await fixture.importPhoto(cut, 'text.png');
  const { lines, isWhole } = await fixture.client().selection.text({ photoId: id, pass: 'coarse' });
  expect(isWhole, 'a small photo needs no finer look').toBe(true);
  expect(lines).toHaveLength(2);
  const [first, second] = lines.map(({ bounds }) => bounds);
  expect(first?.y).toBeGreaterThan(5);
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan(60);
  expect(second?.y).toBeGreaterThan(80);
});
