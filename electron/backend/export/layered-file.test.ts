import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createBackendFixture,
  paintedPhoto,
  type BackendFixture,
} from '../../testing/backend-fixture.ts';
import { startScriptedService, type ScriptedService } from '../../testing/scripted-service.ts';

let service: ScriptedService;
let fixture: BackendFixture;

beforeEach(async () => {
  service = await startScriptedService();
  fixture = await createBackendFixture({ service });
});
afterEach(async () => {
  await fixture[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

it('a photo is saved with its results as layers, whose sum is what is shown', async () => {
  const photo = await paintedPhoto(fixture);
  const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
  await fixture.until(jobId);
  const { patches } = await fixture.client().photos.get({ photoId: photo.id });
  await fixture.client().export.saveLayers({ photoId: photo.id });
  const request = fixture.saved.at(-1);
  expect(request?.suggestedName).toBe('noise 1_layers.ora');
  const path = `${fixture.folder}/layers.ora`;
  await request?.write(path);
  const bytes = await readFile(path);
  expect(bytes.toString('latin1', 30, 54), 'the first bytes say what it is').toBe(
    'mimetypeimage/openraster',
  );
  const entries = unzipSync(bytes);
  const stack = strFromU8(entries['stack.xml'] ?? new Uint8Array());
  const { x, y } = patches[0]?.rect ?? { x: -1, y: -1 };
  expect(stack).toContain(`src="data/result-1.png" x="${x}" y="${y}" visibility="visible"`);
  expect(stack.indexOf('data/result-1.png')).toBeLessThan(stack.indexOf('data/photo.png'));
  const raw = async (name: string) =>
    await sharp(entries[name] ?? new Uint8Array())
      .removeAlpha()
      .raw()
      .toBuffer();
  const composed = await sharp(entries['data/photo.png'])
    .composite([{ input: Buffer.from(entries['data/result-1.png'] ?? []), left: x, top: y }])
    .removeAlpha()
    .raw()
    .toBuffer();
  const merged = await raw('mergedimage.png');
  // An editor may round the soft edge of a result the other way.
  const differences = merged.map((value, index) => Math.abs(value - (composed[index] ?? 0)));
  expect(Math.max(...differences)).toBeLessThanOrEqual(1);
  const shown = await sharp(await fixture.savePng(photo.id))
    .removeAlpha()
    .raw()
    .toBuffer();
  expect(merged.equals(shown)).toBe(true);
  expect(entries['Thumbnails/thumbnail.png']).toBeDefined();
});

it('names with signs of XML, and hidden results, stay what they are', async () => {
  const photo = await fixture.importPhoto(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
      .png()
      .toBuffer(),
    'a <b> & "c" 🌿.png',
  );
  await fixture.client().export.saveLayers({ photoId: photo.id });
  const path = `${fixture.folder}/named.ora`;
  await fixture.saved.at(-1)?.write(path);
  const stack = strFromU8(unzipSync(await readFile(path))['stack.xml'] ?? new Uint8Array());
  expect(stack).toContain('name="a &lt;b&gt; &amp; &quot;c&quot; 🌿.png"');
});
