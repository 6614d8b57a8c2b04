/** Tests the object tool on an object with a hole, a photo without colours, and a killed model. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { ObjectRequest, SelectedPixels } from '../../../../shared/contract/selection.ts';
import type { Point } from '../../../../shared/geometry/rect.ts';
import { createMaskReader } from '../../../../shared/mask/mask-rows.ts';
import { decodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import { forkPerception } from '../../../perception/fork.ts';
import { DEVELOPMENT_MODELS } from '../../../perception/model-files.ts';
import { circle } from '../../../testing/ground-photo.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';

const RING = { x: 300, y: 300, radius: 90, hole: 45 } as const;

async function importRing(fixture: BackendFixture): Promise<string> {
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600">
    <rect width="100%" height="100%" fill="#7d8f5a"/>
    <circle cx="${RING.x}" cy="${RING.y}" r="${(RING.radius + RING.hole) / 2}" fill="none"
      stroke="#b3262e" stroke-width="${RING.radius - RING.hole}"/></svg>`;
  const png = await sharp(Buffer.from(drawn)).png().toBuffer();
  return (await fixture.importPhoto(png, 'ring.png')).id;
}

function loopAround(
  fixture: BackendFixture,
  photoId: string,
  points: Point[] = circle(RING, 125),
  strokes: ObjectRequest['strokes'] = [],
) {
  const gesture = { kind: 'loop', points } as const;
  const request = { photoId, gesture, strokes, withShadow: false, pass: 'fine' } as const;
  return fixture.client().selection.object(request);
}

/** @param width of the photo */
async function isIn({ tiles }: SelectedPixels, x: number, y: number, width = 600) {
  const row = new Uint8Array(width);
  createMaskReader(decodeMaskTiles(new Uint8Array(await tiles.arrayBuffer()))).read(y, 0, row);
  return row[x] === 1;
}

describe('the object tool', () => {
  describe.each(['model', 'colours'] as const)('when drawn by %s', (by) => {
    it('fills a hole that is completely inside, unless a stroke subtracts it', async () => {
      const fixture = await createBackendFixture(
        by === 'model' ? {} : { ports: { startPerception: undefined } },
      );
      const ring = await importRing(fixture);
      const whole = await loopAround(fixture, ring);
      expect(whole.by).toBe(by);
      expect(await isIn(whole, RING.x, RING.y)).toBe(true);
      expect(await isIn(whole, RING.x + 70, RING.y)).toBe(true);
      const points = [
        { x: RING.x - 15, y: RING.y },
        { x: RING.x + 15, y: RING.y },
      ];
      const stroke = { kind: 'take', points, width: 30 } as const;
      const open = await loopAround(fixture, ring, undefined, [stroke]);
      expect(await isIn(open, RING.x, RING.y)).toBe(false);
      expect(await isIn(open, RING.x + 70, RING.y)).toBe(true);
    });
  });

  it('answers by colours when its process is killed, and by the model of another one next', async () => {
    let started = 0;
    const startPerception = () => {
      const child = forkPerception(DEVELOPMENT_MODELS);
      const isToDie = (started += 1) === 1;
      return {
        ...child,
        post(message: unknown) {
          child.post(message);
          if (isToDie && (message as { kind: string }).kind === 'segment') child.kill();
        },
      };
    };
    const fixture = await createBackendFixture({ ports: { startPerception } });
    const ring = await importRing(fixture);
    expect((await loopAround(fixture, ring)).by).toBe('colours');
    expect((await loopAround(fixture, ring)).by).toBe('model');
    expect(started).toBe(2);
  });

  it('selects the man of a monochrome photo, without the sky and the grass', async () => {
    const fixture = await createBackendFixture();
    const photo = await fixture.importPhoto(await readFile('scripts/bench/photos/cameraman.jpg'));
    const around = [
      [0.01, 0.9],
      [0.01, 0.5],
      [0.2, 0.3],
      [0.35, 0.1],
      [0.55, 0.1],
      [0.66, 0.35],
      [0.68, 0.58],
      [0.5, 0.66],
      [0.33, 0.75],
      [0.33, 0.98],
      [0.02, 0.98],
    ] as const;
    const points = around.map(([x, y]) => ({ x: x * photo.width, y: y * photo.height }));
    const man = await loopAround(fixture, photo.id, points);
    expect(man.by).toBe('model');
    const isMan = (x: number, y: number) =>
      isIn(man, Math.round(x * photo.width), Math.round(y * photo.height), photo.width);
    expect(await Promise.all([isMan(0.3, 0.5), isMan(0.2, 0.7)]), 'his coat').toEqual([true, true]);
    expect(await Promise.all([isMan(0.55, 0.2), isMan(0.62, 0.57)]), 'around').toEqual([
      false,
      false,
    ]);
  });
});
