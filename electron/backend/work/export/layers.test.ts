import { readFile } from 'node:fs/promises';
import { initializeCanvas, readPsd, type Layer } from 'ag-psd';
import { strFromU8, unzipSync } from 'fflate';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { paintedPhoto, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';

const LAYERS = { quality: 90, lossless: true } as const;

let fixture: BackendFixture;

beforeEach(async () => {
  ({ fixture } = await startScriptedBackend());
});
afterEach(() => fixture[Symbol.asyncDispose]());

it('saves a photo with its results as layers, whose composite is the shown picture', async () => {
  const photo = await paintedPhoto(fixture);
  const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
  await fixture.until(jobId);
  const { patches } = await fixture.client().photos.get({ photoId: photo.id });
  await fixture.client().export.save({ photoId: photo.id, ...LAYERS, format: 'ora' });
  const request = fixture.saved.at(-1);
  expect(request?.suggestedName).toBe('noise 1_cleanup.ora');
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

it('keeps a result’s opacity in an OpenRaster layer while all of it is shown', async () => {
  const photo = await paintedPhoto(fixture);
  const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
  await fixture.until(jobId);
  const saved = async (opacity: number, feather: number) => {
    const [patch] = (await fixture.client().photos.get({ photoId: photo.id })).patches;
    const ids = { photoId: photo.id, patchId: patch?.id ?? '' };
    await fixture.client().patchBlend.save({ ...ids, blend: { opacity, feather, strokes: [] } });
    await fixture.client().export.save({ photoId: photo.id, ...LAYERS, format: 'ora' });
    const path = `${fixture.folder}/blended-${fixture.saved.length}.ora`;
    await fixture.saved.at(-1)?.write(path);
    const entries = unzipSync(await readFile(path));
    return {
      stack: strFromU8(entries['stack.xml'] ?? new Uint8Array()),
      layer: Buffer.from(entries['data/result-1.png'] ?? []),
    };
  };
  const plain = await saved(1, 0);
  const faded = await saved(0.25, 0);
  expect(plain.stack).not.toContain('opacity');
  expect(faded.stack).toContain('opacity="0.2500"');
  expect(faded.layer.equals(plain.layer)).toBe(true);
  const soft = await saved(0.25, 5);
  expect(soft.stack).not.toContain('opacity');
  expect(soft.layer.equals(plain.layer)).toBe(false);
});

it('keeps names with XML characters, and hidden results hidden', async () => {
  const photo = await fixture.importPhoto(
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
      .png()
      .toBuffer(),
    'a <b> & "c" 🌿.png',
  );
  await fixture.client().export.save({ photoId: photo.id, ...LAYERS, format: 'ora' });
  const path = `${fixture.folder}/named.ora`;
  await fixture.saved.at(-1)?.write(path);
  const stack = strFromU8(unzipSync(await readFile(path))['stack.xml'] ?? new Uint8Array());
  expect(stack).toContain('name="a &lt;b&gt; &amp; &quot;c&quot; 🌿.png"');
});

describe('a PSD', () => {
  beforeAll(() => {
    // the reader asks a canvas for its buffers, which Node has not
    initializeCanvas(
      () => {
        throw new Error('No canvas is needed for pixels.');
      },
      (width, height) =>
        ({ width, height, data: new Uint8ClampedArray(width * height * 4) }) as never,
    );
  });

  async function saved(photoId: string): Promise<string> {
    await fixture.client().export.save({ photoId, ...LAYERS, format: 'psd' });
    const request = fixture.saved.at(-1);
    expect(request?.mediaType).toBe('image/vnd.adobe.photoshop');
    const path = `${fixture.folder}/saved-${fixture.saved.length}.psd`;
    await request?.write(path);
    return path;
  }

  it('has the photo and each result as a layer, hidden ones hidden, and the composite', async () => {
    const photo = await paintedPhoto(fixture);
    const first = await fixture.client().cleanup.run({ photoId: photo.id });
    await fixture.until(first.jobId);
    await fixture.paint(photo.id, { x: 5, y: 5, width: 12, height: 9 });
    const second = await fixture.client().cleanup.run({ photoId: photo.id });
    await fixture.until(second.jobId);
    const { patches } = await fixture.client().photos.get({ photoId: photo.id });
    const [lower, upper] = patches;
    await fixture.client().photos.setPatchState({
      photoId: photo.id,
      patchId: lower?.id ?? '',
      state: 'hidden',
      mask: 'keep',
    });
    const psd = readPsd(await readFile(await saved(photo.id)), { useImageData: true });
    expect(psd).toMatchObject({ width: photo.width, height: photo.height, bitsPerChannel: 8 });
    const layers = psd.children ?? [];
    expect(layers.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['noise 1.png', false],
      ['Result 1', true],
      ['Result 2', false],
    ]);
    expect([layers[2]?.left, layers[2]?.top]).toEqual([upper?.rect.x, upper?.rect.y]);
    const shown = await sharp(await fixture.savePng(photo.id))
      .ensureAlpha()
      .raw()
      .toBuffer();
    expect(Buffer.from(psd.imageData?.data ?? []).equals(shown), 'the merged picture').toBe(true);
    const composed = await composedOf(layers, photo);
    const differences = composed.map((value, index) => Math.abs(value - (shown[index] ?? 0)));
    expect(Math.max(...differences), 'rounding at the soft edge').toBeLessThanOrEqual(1);
  });

  it('keeps opacity, soft edge and strokes of a result apart from its pixels', async () => {
    const photo = await paintedPhoto(fixture);
    const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
    await fixture.until(jobId);
    const plain = readPsd(await readFile(await saved(photo.id)), { useImageData: true });
    const [patch] = (await fixture.client().photos.get({ photoId: photo.id })).patches;
    const strokes = [{ points: [45, 35], radius: 4, hardness: 0.5, isErase: false }];
    const blend = { opacity: 0.6, feather: 6, strokes };
    await fixture.client().patchBlend.save({ photoId: photo.id, patchId: patch?.id ?? '', blend });
    const psd = readPsd(await readFile(await saved(photo.id)), { useImageData: true });
    const [, layer] = psd.children ?? [];
    expect(layer?.opacity).toBeCloseTo(0.6, 2);
    expect(Buffer.from(layer?.imageData?.data ?? [])).toEqual(
      Buffer.from(plain.children?.[1]?.imageData?.data ?? [0]),
    );
    const shown = await sharp(await fixture.savePng(photo.id))
      .ensureAlpha()
      .raw()
      .toBuffer();
    expect(Buffer.from(psd.imageData?.data ?? []).equals(shown), 'the merged picture').toBe(true);
    const composed = await composedOf(psd.children ?? [], photo);
    const differences = composed.map((value, index) => Math.abs(value - (shown[index] ?? 0)));
    expect(Math.max(...differences), 'rounded twice').toBeLessThanOrEqual(2);
  });

  it('keeps the colour profile and the density, and reports a photo that is too wide', async () => {
    const source = sharp({ create: { width: 90, height: 60, channels: 3, background: '#c82828' } });
    const file = await source.withIccProfile('p3').withMetadata({ density: 240 }).png().toBuffer();
    const { icc } = await sharp(file).metadata();
    const photo = await fixture.importPhoto(file, 'wide gamut “1” 🌿.png');
    const bytes = await readFile(await saved(photo.id));
    expect(icc?.byteLength).toBeGreaterThan(100);
    expect(bytes.includes(icc ?? 'none')).toBe(true);
    const psd = readPsd(bytes, { useImageData: true });
    expect(psd.children?.[0]?.name).toBe('wide gamut “1” 🌿.png');
    expect(psd.imageResources?.resolutionInfo?.horizontalResolution).toBeCloseTo(240, 0);
    expect([...(psd.imageData?.data.subarray(0, 4) ?? [])]).toEqual([
      ...(await sharp(file, { ignoreIcc: true }).ensureAlpha().raw().toBuffer()).subarray(0, 4),
    ]);

    const wide = await sharp({
      create: { width: 30_001, height: 1, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer();
    const { id } = await fixture.importPhoto(wide, 'wide.png');
    await expect(saved(id)).rejects.toMatchObject({
      kind: 'too-large',
      message: expect.stringContaining('30,000 pixels on a side'),
    });
  });

  it('keeps 16 bits in layers and composite', async () => {
    const { width, height } = { width: 61, height: 47 };
    const steps = Uint16Array.from({ length: width * height * 3 }, (_, index) =>
      index % 7 === 0 ? 65_535 - index : (index * 37) % 65_536,
    );
    const deep = await sharp(steps, { raw: { width, height, channels: 3 } })
      .toColourspace('rgb16')
      .withMetadata({ density: 240 })
      .png()
      .toBuffer();
    const photo = await fixture.importPhoto(deep, 'deep “1” 🌿.png');
    await fixture.paint(photo.id, { x: 5, y: 5, width: 12, height: 9 });
    const { jobId } = await fixture.client().cleanup.run({ photoId: photo.id });
    await fixture.until(jobId);
    const [patch] = (await fixture.client().photos.get({ photoId: photo.id })).patches;
    const blend = { opacity: 0.6, feather: 2, strokes: [] };
    await fixture.client().patchBlend.save({ photoId: photo.id, patchId: patch?.id ?? '', blend });
    const psd = readPsd(await readFile(await saved(photo.id)), { useImageData: true });
    expect(psd).toMatchObject({ width, height, bitsPerChannel: 16 });
    expect(psd.imageResources?.resolutionInfo?.horizontalResolution).toBeCloseTo(240, 0);
    const [bottom, result] = psd.children ?? [];
    expect([bottom?.name, result?.name]).toEqual(['deep “1” 🌿.png', 'Result 1']);
    expect([result?.left, result?.top]).toEqual([patch?.rect.x, patch?.rect.y]);
    expect(result?.opacity).toBeCloseTo(0.6, 2);
    const wide = async (file: Buffer | string) =>
      await numbers16(sharp(file, { ignoreIcc: true }).ensureAlpha().toColourspace('rgb16'));
    expect([...(bottom?.imageData?.data ?? [])]).toEqual([...(await wide(deep))]);
    const shown = await wide(await fixture.savePng(photo.id));
    expect([...(psd.imageData?.data ?? [])]).toEqual([...shown]);
    expect(shown, 'the result is seen').not.toEqual(await wide(deep));
    expect(sumOf(psd.children ?? [], width, shown)).toBeLessThanOrEqual(2 * 257);
  });

  it('keeps the transparency of a 16-bit photo', async () => {
    const data = Uint16Array.from([60_000, 300, 7, 32_768, 1, 2, 3, 0, 9, 8, 65_535, 65_535]);
    const file = await sharp(data, { raw: { width: 3, height: 1, channels: 4 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    const { id } = await fixture.importPhoto(file, 'glass.png');
    const bytes = await readFile(await saved(id));
    // the reader takes no transparent merged picture of 16 bits: its alpha stands at the end of the file
    const psd = readPsd(bytes, { useImageData: true, skipCompositeImageData: true });
    expect(psd).toMatchObject({ channels: 4, bitsPerChannel: 16 });
    expect([...(psd.children?.[0]?.imageData?.data ?? [])]).toEqual([...data]);
    const alphas = [6, 4, 2].map((fromEnd) => bytes.readUInt16BE(bytes.length - fromEnd));
    expect(alphas).toEqual([32_768, 0, 65_535]);
  });

  it('reports the reason when it cannot be written', async () => {
    const photo = await paintedPhoto(fixture);
    await fixture.client().export.save({ photoId: photo.id, ...LAYERS, format: 'psd' });
    const path = `${fixture.folder}/missing/a.psd`;
    await expect(fixture.saved.at(-1)?.write(path)).rejects.toThrow('ENOENT');
  });
});

/** The visible layers over one another. */
async function composedOf(
  layers: readonly Layer[],
  { width, height }: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  const inputs = await Promise.all(
    layers
      .filter(({ hidden }) => hidden !== true)
      .map(async ({ imageData, left = 0, top = 0, opacity = 1, mask }) => {
        if (imageData === undefined) throw new Error('A layer without pixels.');
        const raw = { width: imageData.width, height: imageData.height, channels: 4 } as const;
        const pixels = Buffer.from(imageData.data);
        for (let index = 0; index < pixels.length; index += 4) {
          const share = (mask?.imageData?.data[index] ?? 255) / 255;
          pixels[index + 3] = Math.round((pixels[index + 3] ?? 0) * share * opacity);
        }
        const input = await sharp(pixels, { raw }).png().toBuffer();
        return { input, left, top };
      }),
  );
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return await sharp({ create: { width, height, channels: 4, background } })
    .composite(inputs)
    .raw()
    .toBuffer();
}

async function numbers16(picture: Sharp): Promise<Uint16Array> {
  const bytes = await picture.raw({ depth: 'ushort' }).toBuffer();
  return new Uint16Array(Uint8Array.from(bytes).buffer);
}

/** The layers of 16 bits over one another: the largest difference to what is shown. */
function sumOf(layers: readonly Layer[], width: number, shown: Uint16Array): number {
  const [bottom, ...above] = layers;
  const sum = Uint16Array.from(bottom?.imageData?.data ?? []);
  for (const { imageData, left = 0, top = 0, opacity = 1, mask } of above) {
    if (imageData === undefined) throw new Error('A layer without pixels.');
    for (let at = 0; at < imageData.data.length; at += 4) {
      const [x, y] = [(at / 4) % imageData.width, Math.floor(at / 4 / imageData.width)];
      const to = ((top + y) * width + left + x) * 4;
      const weight = (mask?.imageData?.data[at] ?? 65_535) / 65_535;
      const share = ((imageData.data[at + 3] ?? 0) / 65_535) * weight * opacity;
      for (const channel of [0, 1, 2]) {
        const value = imageData.data[at + channel] ?? 0;
        sum[to + channel] = Math.round(value * share + (sum[to + channel] ?? 0) * (1 - share));
      }
    }
  }
  return Math.max(...sum.map((value, index) => Math.abs(value - (shown[index] ?? 0))));
}
