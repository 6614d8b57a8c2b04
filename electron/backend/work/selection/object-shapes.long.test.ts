/** Tests the object tool on an object with a hole. */
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ObjectRequest, SelectedPixels } from '../../../../shared/contract/selection.ts';
import { createMaskReader } from '../../../../shared/mask/mask-rows.ts';
import { decodeMaskTiles } from '../../../../shared/mask/mask-tiles.ts';
import { circle } from '../../../testing/ground-photo.ts';
import { createBackendFixture, type BackendFixture } from '../../../testing/backend-fixture.ts';

describe('the object tool', () => {
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
});
