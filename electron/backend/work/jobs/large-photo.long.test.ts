import sharp from 'sharp';
import { expect, it } from 'vitest';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';

const SIDE = 10_000;
const GROUND = [0x70, 0xa8, 0x8c] as const;
const SPOT = { x: 9955, y: 9960, width: 40, height: 30 } as const;

const { service, fixture } = await startScriptedBackend();

it('adds, cleans up and saves 100 megapixels, and sends a small region of it', async () => {
  const [r, g, b] = GROUND;
  const create = { width: SIDE, height: SIDE, channels: 3, background: { r, g, b } } as const;
  const photo = await fixture.importPhoto(
    await sharp({ create }).png({ compressionLevel: 1, adaptiveFiltering: false }).toBuffer(),
    'large.png',
  );
  await fixture.paint(photo.id, SPOT);
  await fixture.client().settings.update({ margin: 8 });
  const sent = service.next();
  const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
  expect(await sharp((await sent).image).metadata()).toMatchObject({ width: 512, height: 512 });
  expect(await fixture.until(jobId)).toMatchObject({ state: 'done' });
  const jpeg = { format: 'jpeg', quality: 90, lossless: false } as const;
  await fixture.client().export.save({ photoId: photo.id, ...jpeg });
  const corner = { left: SIDE - 100, top: SIDE - 100, width: 100, height: 100 };
  const part = sharp(await fixture.writeSaved()).extract(corner);
  const { data, info } = await part.raw().toBuffer({ resolveWithObject: true });
  const green = (x: number, y: number) => data[(y * info.width + x) * info.channels + 1] ?? 0;
  expect(Math.abs(green(75, 75) - (255 - g)), 'inverted by the service').toBeLessThan(4);
  expect(Math.abs(green(20, 20) - g), 'untouched').toBeLessThan(4);
}, 120_000);
