/** Tests the object tool with soft edges, holes, loops of every shape, and kinds of pixels. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectRequest, SelectedPixels } from '../../../../shared/contract/selection.ts';
import { createMaskReader } from '../../../../shared/mask/mask-rows.ts';
import { decodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import {
  circle,
  DISC,
  disc,
  openGroundPhoto,
  overlap,
  photoBytes,
  SIZE,
} from '../../../testing/ground-photo.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';

let fixture: BackendFixture;
let select: Awaited<ReturnType<typeof openGroundPhoto>>['select'];

beforeAll(async () => {
  ({ fixture, select } = await openGroundPhoto());
});
afterAll(() => fixture[Symbol.asyncDispose]());

describe('the object tool', () => {
  it.each([
    [1, 2],
    [1, 5],
    [3, 6],
  ])('returns the soft edge, %d times as large and blurred by %d', async (scale, blur) => {
    const size = { width: SIZE.width * scale, height: SIZE.height * scale };
    const blurred = await sharp(await photoBytes())
      .resize(size)
      .blur(blur)
      .png()
      .toBuffer();
    const { id } = await fixture.importPhoto(blurred, 'soft.png');
    const at = { x: DISC.x * scale, y: DISC.y * scale };
    const gesture = { kind: 'loop', points: circle(at, 95 * scale) } as const;
    const found = await select({ photoId: id, gesture });
    const tiles = decodeMaskTiles(new Uint8Array(await found.tiles.arrayBuffer()));
    const row = new Uint8Array(size.width);
    createMaskReader(tiles).read(at.y, 0, row);
    // to the left there is only the ground
    const beyond = at.x - DISC.radius * scale - row.indexOf(1);
    expect(beyond).toBeGreaterThanOrEqual(1.6 * blur);
    expect(beyond).toBeLessThanOrEqual(3.5 * blur + 5);
  });

  it('offers its best guess for a click on no object, and says that it is unsure', async () => {
    const sky = await sharp(await photoBytes())
      .extract({ left: 450, top: 70, width: 200, height: 120 })
      .png()
      .toBuffer();
    const { id } = await fixture.importPhoto(sky, 'sky.png');
    const points = [{ x: 100, y: 60 }];
    const gesture = { kind: 'scribble', points, width: 6 } as const;
    const found = await select({ photoId: id, gesture });
    expect(found.pixels).toBeGreaterThan(0);
    expect(found.isUnsure).toBe(true);
  });

  describe.each(['model', 'colours'] as const)('when drawn by %s', (by) => {
    let other: BackendFixture;
    let ring: string;
    const RING = { x: 300, y: 300, radius: 90, hole: 45 } as const;
    beforeAll(async () => {
      other = await createBackendFixture(
        by === 'model' ? {} : { ports: { startPerception: undefined } },
      );
      const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600">
        <rect width="100%" height="100%" fill="#7d8f5a"/>
        <circle cx="${RING.x}" cy="${RING.y}" r="${(RING.radius + RING.hole) / 2}" fill="none"
          stroke="#b3262e" stroke-width="${RING.radius - RING.hole}"/></svg>`;
      const png = await sharp(Buffer.from(drawn)).png().toBuffer();
      ring = (await other.importPhoto(png, 'ring.png')).id;
    });
    afterAll(async () => {
      await other[Symbol.asyncDispose]();
    });
    const around = (strokes: ObjectRequest['strokes']) =>
      other.client().selection.object({
        photoId: ring,
        gesture: { kind: 'loop', points: circle(RING, 125) },
        strokes,
        withShadow: false,
        pass: 'fine',
      });
    const isIn = async (selected: SelectedPixels, x: number, y: number): Promise<boolean> => {
      const row = new Uint8Array(600);
      const tiles = decodeMaskTiles(new Uint8Array(await selected.tiles.arrayBuffer()));
      createMaskReader(tiles).read(y, 0, row);
      return row[x] === 1;
    };

    it('fills a hole that is completely inside, unless a stroke subtracts it', async () => {
      const whole = await around([]);
      expect(whole.by).toBe(by);
      expect(await isIn(whole, RING.x, RING.y)).toBe(true);
      expect(await isIn(whole, RING.x + 70, RING.y)).toBe(true);
      const points = [
        { x: RING.x - 15, y: RING.y },
        { x: RING.x + 15, y: RING.y },
      ];
      const open = await around([{ kind: 'take', points, width: 30 }]);
      expect(await isIn(open, RING.x, RING.y)).toBe(false);
      expect(await isIn(open, RING.x + 70, RING.y)).toBe(true);
    });
  });

  it('finds the object below the pointer at once, and its edge a moment later', async () => {
    await using model = await createBackendFixture();
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
      <rect width="100%" height="100%" fill="#7d8f5a"/>
      <circle cx="700" cy="500" r="200" fill="#b3262e"/></svg>`;
    const png = await sharp(Buffer.from(drawn)).png().toBuffer();
    const { id } = await model.importPhoto(png, 'disc.png');
    const lit = (pass: 'coarse' | 'fine') =>
      model.client().selection.objectAt({ photoId: id, point: { x: 700, y: 500 }, pass });
    const farthest = ({ outlines }: Pick<SelectedPixels, 'outlines'>): number =>
      outlines
        .flatMap((outline) => outline.map((x, at) => [x, outline[at + 1] ?? 0, at % 2] as const))
        .filter(([, , part]) => part === 0)
        .reduce((most, [x, y]) => Math.max(most, Math.abs(Math.hypot(x - 700, y - 500) - 200)), 0);
    const [coarse, fine] = [await lit('coarse'), await lit('fine')];
    expect(farthest(coarse)).toBeGreaterThan(4); // the model's pixels are six of the photo's
    expect(fine.outlines.length).toBeGreaterThan(0);
    expect(farthest(fine)).toBeLessThan(3);
    expect(fine).toMatchObject({ readings: coarse.readings, reading: coarse.reading });
  });

  it.each([
    ['around the whole photo', circle({ x: 450, y: 320 }, 900)],
    ['of three pixels', circle(DISC, 1.5)],
    ['of one point', [{ x: 10, y: 10 }]],
    ['half outside', circle({ x: 0, y: 420 }, 150)],
    [
      'that crosses itself',
      [
        { x: 160, y: 330 },
        { x: 340, y: 510 },
        { x: 340, y: 330 },
        { x: 160, y: 510 },
      ],
    ],
  ])('stays inside the photo with a loop %s', async (_name, points) => {
    const { bounds } = await select({ gesture: { kind: 'loop', points } });
    expect(bounds.x).toBeGreaterThanOrEqual(0);
    expect(bounds.y).toBeGreaterThanOrEqual(0);
    expect(bounds.x + bounds.width).toBeLessThanOrEqual(SIZE.width);
    expect(bounds.y + bounds.height).toBeLessThanOrEqual(SIZE.height);
  });

  it('works on 16 bits, grey and transparency', async () => {
    const photo = sharp(await photoBytes());
    const kinds = [
      await photo.clone().toColourspace('rgb16').png().toBuffer(),
      await photo.clone().greyscale().png().toBuffer(),
      await photo.clone().ensureAlpha(0.999).png().toBuffer(),
    ];
    for (const bytes of kinds) {
      const { id } = await fixture.importPhoto(bytes, 'kind.png');
      expect(overlap(await select({ photoId: id }), disc())).toBeGreaterThan(0.95);
    }
  });
});
