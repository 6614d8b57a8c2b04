/** The tools that select, on photos whose contents are known. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  ObjectRequest,
  SelectedObject,
  SelectedPixels,
} from '../../../shared/contract/selection.ts';
import type { Point } from '../../../shared/geometry/rect.ts';
import { createMaskReader } from '../../../shared/mask/mask-rows.ts';
import { decodeMaskTiles } from '../../../shared/mask/mask-tiles.ts';
import { fillLoop } from '../../../shared/selection/raster-shapes.ts';
import { spotsViewUrl } from '../../../shared/media.ts';
import { outlinedPixels } from '../../testing/outlined.ts';
import { createBackendFixture, type BackendFixture } from '../../testing/backend-fixture.ts';
import { startScriptedService, type ScriptedService } from '../../testing/scripted-service.ts';

const SIZE = { width: 900, height: 640 } as const;

/** Rough ground, a disc with its shadow, a wire, a flat sky, specks in it, and two lines of text. */
const DISC = { x: 250, y: 420, radius: 70 } as const;
const SHADOW = { x: 350, y: 475, rx: 95, ry: 26 } as const;
const WIRE = { from: { x: 480, y: 300 }, to: { x: 860, y: 420 }, width: 7 } as const;
const SPECKS = [
  { x: 120, y: 60, radius: 5 },
  { x: 400, y: 110, radius: 8 },
  { x: 700, y: 50, radius: 3 },
] as const;

function drawing(): string {
  const specks = SPECKS.map(
    ({ x, y, radius }) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="#000" opacity="0.25"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
    <rect width="100%" height="100%" fill="#7d8f5a"/>
    <rect width="100%" height="200" fill="#9cc3ea"/>
    <ellipse cx="${SHADOW.x}" cy="${SHADOW.y}" rx="${SHADOW.rx}" ry="${SHADOW.ry}" fill="#000" opacity="0.5"/>
    <circle cx="${DISC.x}" cy="${DISC.y}" r="${DISC.radius}" fill="#b3262e"/>
    <path d="M${WIRE.from.x} ${WIRE.from.y} L${WIRE.to.x} ${WIRE.to.y}" stroke="#16181c" stroke-width="${WIRE.width}"/>
    <text x="520" y="520" font-size="44" font-family="DejaVu Sans, sans-serif" fill="#fff">MUSEUM</text>
    <text x="520" y="590" font-size="30" font-family="DejaVu Sans, sans-serif" fill="#fff">open daily</text>
    ${specks.join('')}
  </svg>`;
}

/** The drawing with a grain, 16 bits deep or not. */
async function photoBytes(): Promise<Buffer> {
  const { data, info } = await sharp(Buffer.from(drawing()))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let state = 1;
  for (let index = 0; index < data.length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const isSky = index < 200 * SIZE.width * 3;
    const grain = ((state >>> 16) % 17) - 8;
    data[index] = Math.min(255, Math.max(0, (data[index] ?? 0) + (isSky ? grain / 6 : grain)));
  }
  return sharp(data, { raw: { ...SIZE, channels: info.channels } })
    .png()
    .toBuffer();
}

function circle({ x, y }: Point, radius: number): Point[] {
  return Array.from({ length: 40 }, (_none, index) => ({
    x: x + radius * Math.cos((index / 40) * 2 * Math.PI),
    y: y + radius * Math.sin((index / 40) * 2 * Math.PI),
  }));
}

let service: ScriptedService;
let fixture: BackendFixture;
let photoId: string;

beforeAll(async () => {
  service = await startScriptedService();
  fixture = await createBackendFixture({ service });
  photoId = (await fixture.importPhoto(await photoBytes(), 'ground.png')).id;
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

const select = (more: Partial<ObjectRequest>): Promise<SelectedObject> =>
  fixture.client().selection.object({
    photoId,
    gesture: { kind: 'loop', points: circle(DISC, 95) },
    strokes: [],
    withShadow: false,
    pass: 'fine',
    ...more,
  });

async function pixelsOf(selected: SelectedPixels): Promise<Uint8Array> {
  const tiles = decodeMaskTiles(new Uint8Array(await selected.tiles.arrayBuffer()));
  const reader = createMaskReader(tiles);
  const pixels = new Uint8Array(SIZE.width * SIZE.height);
  for (let y = 0; y < SIZE.height; y++) {
    reader.read(y, 0, pixels.subarray(y * SIZE.width, (y + 1) * SIZE.width));
  }
  return pixels;
}

/** Shared pixels over all of both, of the thing as it is outlined: without its soft rim. */
function overlap(selected: SelectedPixels, truth: Uint8Array): number {
  const pixels = outlinedPixels(selected.outlines, SIZE);
  let both = 0;
  let either = 0;
  for (const [index, value] of pixels.entries()) {
    both += value & (truth[index] ?? 0);
    either += value | (truth[index] ?? 0);
  }
  return both / either;
}

const raster = (): Uint8Array => new Uint8Array(SIZE.width * SIZE.height);

function disc(): Uint8Array {
  const truth = raster();
  fillLoop(truth, SIZE, circle(DISC, DISC.radius), 1);
  return truth;
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
    // a sharp edge has a rim of a pixel or two, and only the fine pass takes it along
    expect(beyond).toBeGreaterThanOrEqual(pass === 'fine' ? 1 : 0);
    expect(beyond).toBeLessThanOrEqual(pass === 'fine' ? 3 : 0.5);
  });

  it.each([
    [1, 2],
    [1, 5],
    [3, 6],
  ])('hands over the soft rim, %d times as large and blurred by %d', async (scale, blur) => {
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

  it('leaves a stroke that takes out as it was drawn, also where the rim reaches into it', async () => {
    const left = [
      { x: DISC.x - 70, y: DISC.y - 80 },
      { x: DISC.x - 70, y: DISC.y + 80 },
    ];
    const found = await select({ strokes: [{ kind: 'take', points: left, width: 60 }] });
    expect(await isSet(found, { x: DISC.x - 42, y: DISC.y })).toBe(false);
    expect(await isSet(found, { x: DISC.x - 36, y: DISC.y })).toBe(true);
  });

  it('finds it below a scribble', async () => {
    const points = [
      { x: 215, y: 400 },
      { x: 285, y: 440 },
    ];
    const found = await select({ gesture: { kind: 'scribble', points, width: 30 } });
    expect(overlap(found, disc())).toBeGreaterThan(0.95);
  });

  it('takes strokes away, and adds the place of others', async () => {
    const middle = [
      { x: DISC.x, y: DISC.y - 30 },
      { x: DISC.x, y: DISC.y + 30 },
    ];
    const beside = [{ x: 100, y: 600 }];
    const found = await select({
      strokes: [
        { kind: 'take', points: middle, width: 40 },
        { kind: 'add', points: beside, width: 24 },
      ],
    });
    expect(await isSet(found, DISC)).toBe(false);
    expect(await isSet(found, { x: DISC.x - 50, y: DISC.y })).toBe(true);
    expect(await isSet(found, beside[0] ?? DISC)).toBe(true);
  });

  it('takes the shadow with it only where it is asked to', async () => {
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
    expect(await isSet(await select({ gesture }), middle)).toBe(false);
    const both = await select({ gesture, withShadow: true });
    expect(await isSet(both, middle)).toBe(true);
    expect(await isSet(both, { x: 130, y: 600 })).toBe(false);
  });

  it('is never refused: a loop in an empty sky is the selection, with its strokes, and says so', async () => {
    const sky = { x: 250, y: 120 };
    const gesture = { kind: 'loop', points: circle(sky, 40) } as const;
    const drawn = raster();
    fillLoop(drawn, SIZE, gesture.points, 1);
    for (const pass of ['coarse', 'fine'] as const) {
      const found = await select({ gesture, pass });
      expect(found).toMatchObject({ by: 'drawn', isUnsure: true });
      expect(overlap(found, drawn)).toBeGreaterThan(0.97);
    }
    const across = [
      { x: sky.x - 60, y: sky.y },
      { x: sky.x + 60, y: sky.y },
    ];
    const cut = await select({ gesture, strokes: [{ kind: 'take', points: across, width: 20 }] });
    expect(await isSet(cut, sky)).toBe(false);
    expect(await isSet(cut, { x: sky.x, y: sky.y - 25 })).toBe(true);
    const more = [sky, { x: sky.x + 90, y: sky.y }];
    const grown = await select({ gesture, strokes: [{ kind: 'add', points: more, width: 20 }] });
    expect(await isSet(grown, { x: sky.x + 85, y: sky.y })).toBe(true);
  });

  it('offers its best for a click where there is no thing, and says that it is unsure', async () => {
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

  it('finds nothing beside the photo', async () => {
    const away = circle({ x: -500, y: -500 }, 50);
    expect(await select({ gesture: { kind: 'loop', points: away } })).toMatchObject({ pixels: 0 });
  });

  describe.each(['model', 'colours'] as const)('by %s', (by) => {
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

    it('fills a hole that lies wholly inside, unless a stroke takes it out', async () => {
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

  it('works on 16 bits, on grey and on transparency', async () => {
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

  it('lets a newer order take the place of the one under way', async () => {
    const first = select({});
    const second = select({});
    await expect(first).rejects.toMatchObject({ data: { kind: 'cancelled' } });
    expect(overlap(await second, disc())).toBeGreaterThan(0.95);
  });

  it('says which photo is gone', async () => {
    await expect(select({ photoId: 'none' })).rejects.toMatchObject({
      data: { kind: 'not-found' },
    });
  });
});

describe('the line tool', () => {
  it('follows a wire from two clicks beside its ends, as wide as it is', async () => {
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

  it('is straight where there is no line, and has the width that is asked for', async () => {
    const points = [
      { x: 40, y: 260 },
      { x: 200, y: 620 },
    ];
    const { path } = await fixture.client().selection.line({ photoId, points, width: 12 });
    expect(path).toEqual(points.map((point) => ({ ...point, width: 12 })));
  });
});

describe('the wand', () => {
  it('stays in the part that was clicked, or takes every part of the colour', async () => {
    const order = { photoId, point: { x: 250, y: 420 }, tolerance: 30 };
    const part = await fixture.client().selection.wand({ ...order, isContiguous: true });
    expect(overlap(part, disc())).toBeGreaterThan(0.95);
    const white = { photoId, point: { x: 527, y: 510 }, tolerance: 40 };
    const letter = await fixture.client().selection.wand({ ...white, isContiguous: true });
    const letters = await fixture.client().selection.wand({ ...white, isContiguous: false });
    expect(letters.pixels).toBeGreaterThan(letter.pixels * 4);
  });

  it('sees the results that lie on the photo, and the photo again without them', async () => {
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
    const { jobId } = await fixture.client().cleanup.run({ photoId: id });
    expect(await fixture.until(jobId)).toMatchObject({ state: 'done' });
    // the service has answered with other colours
    expect(await flood()).toBeLessThan(disc / 2);
    const [patch] = (await fixture.client().photos.get({ photoId: id })).patches;
    const order = { photoId: id, patchId: patch?.id ?? '', mask: 'keep' } as const;
    await fixture.client().photos.setPatchState({ ...order, state: 'hidden' });
    expect(await flood()).toBe(disc);
  });

  it('says that a point is beside the photo', async () => {
    const point = { x: SIZE.width, y: 10 };
    const asked = fixture.client().selection.wand({
      photoId,
      point,
      tolerance: 10,
      isContiguous: true,
    });
    await expect(asked).rejects.toMatchObject({ data: { kind: 'invalid-input' } });
  });
});

describe('spots', () => {
  it('are found in the sky, more of them with more sensitivity', async () => {
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

  it('are shown white on black', async () => {
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

it('finds lines of text to choose from, each once', async () => {
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
