/** A picture stays the same from window to saved file, though decoders disagree about it. */
import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createBackendFixture } from '../../../testing/backend-fixture.ts';
import { rectOfSize } from '../../../../shared/geometry/rect.ts';
import { photoThumbnailUrl } from '../../../../shared/media.ts';
import { openShown } from './reading/open-picture.ts';
import { probePicture } from './reading/probe.ts';
import { readProfile } from './reading/photo-pixels.ts';
import { encodeOverlay, readSent } from './sent/region-picture.ts';
import { ODD_CHANNELS } from './testing/odd-channels.ts';
import { ODD_COLOURS } from './testing/odd-colours.ts';
import { ODD_GEOMETRY } from './testing/odd-geometry.ts';
import type { Look } from './testing/one-picture.ts';

/** Levels of 255: by the worst pixel and by the mean. */
const CLOSE = { worst: 3, mean: 1 } as const;
/** A thumbnail is a WebP of quality 80. */
const SMALL = { worst: 80, mean: 6 } as const;

const fixture = await createBackendFixture();

/** As another program shows it: in sRGB. */
async function lookOf(file: Uint8Array): Promise<Look> {
  const shown = await openShown(Buffer.from(file));
  const { data, info } = await shown.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function expectClose(
  what: string,
  got: Look,
  wanted: Look,
  limit: { worst: number; mean: number },
): void {
  expect([what, got.width, got.height]).toEqual([what, wanted.width, wanted.height]);
  let [worst, sum] = [0, 0];
  for (const [index, value] of got.data.entries()) {
    const off = Math.abs(value - (wanted.data[index] ?? 0));
    worst = Math.max(worst, off);
    sum += off;
  }
  const mean = sum / got.data.length;
  const isClose = worst <= limit.worst && mean <= limit.mean;
  expect(
    isClose ? what : `${what}: ${worst} by the worst pixel, ${mean.toFixed(2)} by the mean`,
  ).toBe(what);
}

describe('a photo is identical in the window, a sent part, a result, a copy and a saved file', () => {
  for (const { name, file, look } of [...ODD_GEOMETRY, ...ODD_COLOURS, ...ODD_CHANNELS]) {
    it(name, async () => {
      const wanted = await look();
      const photo = await fixture.importPhoto(await file(), `${name}.x`);
      expectClose('window', await lookOf(await fixture.bytes(photo.url)), wanted, CLOSE);
      expectClose(
        'thumbnail',
        await lookOf(await fixture.bytes(photoThumbnailUrl(photo.id, '1'))),
        wanted,
        SMALL,
      );

      const saved = await readFile(await fixture.savePng(photo.id));
      expectClose('file', await lookOf(saved), wanted, CLOSE);
      const { url } = await fixture.client().export.prepareCopy({ photoId: photo.id });
      expectClose('copy', await lookOf(await fixture.bytes(url)), wanted, CLOSE);

      // a perfect answer gives back what was sent, and lies over the photo with its profile
      const path = `${fixture.folder}/${photo.id}`;
      await writeFile(path, saved);
      const source = { ...(await probePicture(path, name)), path };
      const region = rectOfSize(source);
      const sent = await readSent(source, region, []);
      const opaque = new Uint8Array(region.width * region.height).fill(255);
      const overlay = await encodeOverlay(sent, region, region, opaque, await readProfile(source));
      expectClose('result', await lookOf(overlay), wanted, CLOSE);
    });
  }
});
