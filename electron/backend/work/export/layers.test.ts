import { readFile } from 'node:fs/promises';
import { initializeCanvas, readPsd, type Layer } from 'ag-psd';
import { strFromU8, unzipSync } from 'fflate';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PatchBlend } from '../../../../shared/contract/patch-blend.ts';
import { paintedPhoto, type BackendFixture } from '../../../testing/backend-fixture.ts';
import { startScriptedBackend } from '../../../testing/scripted-backend.ts';

const LAYERS = { quality: 90, lossless: true } as const;

let fixture: BackendFixture;

beforeEach(async () => {
  ({ fixture } = await startScriptedBackend());
});

async function cleanedPhoto() {
  const photo = await paintedPhoto(fixture);
  await fixture.cleanUp(photo.id);
  return photo;
}

async function patchesOf(photoId: string) {
  return (await fixture.client().photos.get({ photoId })).patches;
}

async function saved(photoId: string, format: 'ora' | 'psd') {
  await fixture.client().export.save({ photoId, ...LAYERS, format });
  const request = fixture.saved.at(-1);
  return { request, bytes: await readFile(await fixture.writeSaved()) };
}

async function savedOra(photoId: string) {
  const { request, bytes } = await saved(photoId, 'ora');
  const entries = unzipSync(bytes);
  const stack = strFromU8(entries['stack.xml'] ?? new Uint8Array());
  return { request, bytes, entries, stack };
}

async function blendLowest(photoId: string, blend: PatchBlend): Promise<void> {
  const [patch] = await patchesOf(photoId);
  await fixture.client().patchBlend.save({ photoId, patchId: patch?.id ?? '', blend });
}

/** Largest difference between two pictures. */
function most(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let found = a.length === b.length ? 0 : Infinity;
  for (let at = 0; at < a.length; at++)
    found = Math.max(found, Math.abs((a[at] ?? 0) - (b[at] ?? 0)));
  return found;
}

const rgbaOf = (picture: Buffer | string) => sharp(picture).ensureAlpha().raw().toBuffer();

it('saves a photo with its results as layers, whose composite is the shown picture', async () => {
  const photo = await cleanedPhoto();
  const { request, bytes, entries, stack } = await savedOra(photo.id);
  expect(request?.suggestedName).toBe('noise 1_cleanup.ora');
  expect(bytes.toString('latin1', 30, 54), 'the first bytes say what it is').toBe(
    'mimetypeimage/openraster',
  );
  const [patch] = await patchesOf(photo.id);
  const { x, y } = patch?.rect ?? { x: -1, y: -1 };
  expect(stack).toContain(`src="data/result-1.png" x="${x}" y="${y}" visibility="visible"`);
  expect(stack.indexOf('data/result-1.png')).toBeLessThan(stack.indexOf('data/photo.png'));
  const composed = await sharp(entries['data/photo.png'])
    .composite([{ input: Buffer.from(entries['data/result-1.png'] ?? []), left: x, top: y }])
    .ensureAlpha()
    .raw()
    .toBuffer();
  const merged = await rgbaOf(Buffer.from(entries['mergedimage.png'] ?? []));
  // An editor may round the soft edge of a result the other way.
  expect(most(merged, composed)).toBeLessThanOrEqual(1);
  expect(merged.equals(await rgbaOf(await fixture.savePng(photo.id)))).toBe(true);
  expect(entries['Thumbnails/thumbnail.png']).toBeDefined();
});

it('keeps a result’s opacity in an OpenRaster layer while all of it is shown', async () => {
  const photo = await cleanedPhoto();
  const blended = async (opacity: number, feather: number) => {
    await blendLowest(photo.id, { opacity, feather, strokes: [] });
    const { stack, entries } = await savedOra(photo.id);
    return { stack, layer: Buffer.from(entries['data/result-1.png'] ?? []) };
  };
  const plain = await blended(1, 0);
  const faded = await blended(0.25, 0);
  expect(plain.stack).not.toContain('opacity');
  expect(faded.stack).toContain('opacity="0.2500"');
  expect(faded.layer.equals(plain.layer)).toBe(true);
  const soft = await blended(0.25, 5);
  expect(soft.stack).not.toContain('opacity');
  expect(soft.layer.equals(plain.layer)).toBe(false);
});

it('keeps names with XML characters', async () => {
  const create = { width: 8, height: 8, channels: 3, background: '#123456' } as const;
  const { id } = await fixture.importPhoto(
    await sharp({ create }).png().toBuffer(),
    'a <b> & "c" 🌿.png',
  );
  const { stack } = await savedOra(id);
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

  async function savedPsd(photoId: string, options: Parameters<typeof readPsd>[1] = {}) {
    const { request, bytes } = await saved(photoId, 'psd');
    expect(request?.mediaType).toBe('image/vnd.adobe.photoshop');
    return { bytes, psd: readPsd(bytes, { useImageData: true, ...options }) };
  }

  it('has the photo and each result as a layer, hidden ones hidden, and the composite', async () => {
    const photo = await cleanedPhoto();
    await fixture.paint(photo.id, { x: 5, y: 5, width: 12, height: 9 });
    await fixture.cleanUp(photo.id);
    const [lower, upper] = await patchesOf(photo.id);
    const ids = { photoId: photo.id, patchId: lower?.id ?? '' };
    await fixture.client().photos.setPatchState({ ...ids, state: 'hidden', mask: 'keep' });
    const { psd } = await savedPsd(photo.id);
    expect(psd).toMatchObject({ width: photo.width, height: photo.height, bitsPerChannel: 8 });
    const layers = psd.children ?? [];
    expect(layers.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['noise 1.png', false],
      ['Result 1', true],
      ['Result 2', false],
    ]);
    expect([layers[2]?.left, layers[2]?.top]).toEqual([upper?.rect.x, upper?.rect.y]);
    const shown = await rgbaOf(await fixture.savePng(photo.id));
    expect(Buffer.from(psd.imageData?.data ?? []).equals(shown), 'the merged picture').toBe(true);
    expect(
      most(await composedOf(layers, photo), shown),
      'rounding at the soft edge',
    ).toBeLessThanOrEqual(1);
  });

  it('keeps opacity, soft edge and strokes of a result apart from its pixels', async () => {
    const photo = await cleanedPhoto();
    const { psd: plain } = await savedPsd(photo.id);
    const strokes = [{ points: [45, 35], radius: 4, hardness: 0.5, isErase: false }];
    await blendLowest(photo.id, { opacity: 0.6, feather: 6, strokes });
    const { psd } = await savedPsd(photo.id);
    const [, layer] = psd.children ?? [];
    expect(layer?.opacity).toBeCloseTo(0.6, 2);
    expect(Buffer.from(layer?.imageData?.data ?? [])).toEqual(
      Buffer.from(plain.children?.[1]?.imageData?.data ?? [0]),
    );
    const shown = await rgbaOf(await fixture.savePng(photo.id));
    expect(Buffer.from(psd.imageData?.data ?? []).equals(shown), 'the merged picture').toBe(true);
    expect(
      most(await composedOf(psd.children ?? [], photo), shown),
      'rounded twice',
    ).toBeLessThanOrEqual(2);
  });

  it('keeps the colour profile and the density, and reports a photo that is too wide', async () => {
    const source = sharp({ create: { width: 90, height: 60, channels: 3, background: '#c82828' } });
    const file = await source.withIccProfile('p3').withMetadata({ density: 240 }).png().toBuffer();
    const { icc } = await sharp(file).metadata();
    const photo = await fixture.importPhoto(file, 'wide gamut “1” 🌿.png');
    const { bytes, psd } = await savedPsd(photo.id);
    expect(icc?.byteLength).toBeGreaterThan(100);
    expect(bytes.includes(icc ?? 'none')).toBe(true);
    expect(psd.children?.[0]?.name).toBe('wide gamut “1” 🌿.png');
    expect(psd.imageResources?.resolutionInfo?.horizontalResolution).toBeCloseTo(240, 0);
    expect([...(psd.imageData?.data.subarray(0, 4) ?? [])]).toEqual([
      ...(await sharp(file, { ignoreIcc: true }).ensureAlpha().raw().toBuffer()).subarray(0, 4),
    ]);

    const create = { width: 30_001, height: 1, channels: 3, background: 'red' } as const;
    const wide = await sharp({ create }).png().toBuffer();
    const { id } = await fixture.importPhoto(wide, 'wide.png');
    await expect(savedPsd(id)).rejects.toMatchObject({
      kind: 'too-large',
      message: expect.stringContaining('30,000 pixels on a side'),
    });
  });

  it('keeps 16 bits in layers and composite', async () => {
    const [width, height] = [61, 47];
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
    await fixture.cleanUp(photo.id);
    const [patch] = await patchesOf(photo.id);
    await blendLowest(photo.id, { opacity: 0.6, feather: 2, strokes: [] });
    const { psd } = await savedPsd(photo.id);
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
  });

  it('keeps the transparency of a 16-bit photo', async () => {
    const data = Uint16Array.from([60_000, 300, 7, 32_768, 1, 2, 3, 0, 9, 8, 65_535, 65_535]);
    const file = await sharp(data, { raw: { width: 3, height: 1, channels: 4 } })
      .toColourspace('rgb16')
      .png()
      .toBuffer();
    const { id } = await fixture.importPhoto(file, 'glass.png');
    // the reader takes no transparent merged picture of 16 bits: its alpha stands at the end of the file
    const { bytes, psd } = await savedPsd(id, { skipCompositeImageData: true });
    expect(psd).toMatchObject({ channels: 4, bitsPerChannel: 16 });
    expect([...(psd.children?.[0]?.imageData?.data ?? [])]).toEqual([...data]);
    const alphas = [6, 4, 2].map((fromEnd) => bytes.readUInt16BE(bytes.length - fromEnd));
    expect(alphas).toEqual([32_768, 0, 65_535]);
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
