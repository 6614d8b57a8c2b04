import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { maskBounds } from '../../../../../shared/geometry/mask-bounds.ts';
import { rectOfSize, type Rect, type Size } from '../../../../../shared/geometry/rect.ts';
import { tilesOf } from '../../../../testing/masks.ts';
import { noise, pngOf } from '../../../../testing/pictures.ts';
import { testFolder } from '../../../../testing/test-folder.ts';
import { cleanupOverlay, type EdgeMeasures } from '../results/cleanup-overlay.ts';
import { exportPhoto } from '../writing/export-photo.ts';
import { writeFinishedUpscale, type UpscaleFinishing } from '../writing/finish-upscale.ts';
import { maskPixels } from '../sent/mask-picture.ts';
import { featherAlpha } from '../sent/mask-ring.ts';
import type { PhotoSource } from '../reading/photo-pixels.ts';
import { encodeRegion } from '../sent/region-picture.ts';
import { probePicture } from '../reading/probe.ts';
import type { Expected } from './picture-kinds.ts';

type AfterFirst<List> = List extends readonly [unknown, ...infer Rest] ? Rest : never;

interface CleanUpOptions {
  readonly format?: 'png' | 'webp' | 'tiff';
  readonly edge?: EdgeMeasures;
}

/** The answer ends where the painted pixels end. */
const SHARP_EDGE: EdgeMeasures = { margin: 0, matchColors: false };

export function createImagingBench() {
  const folder = testFolder();
  let next = 0;

  async function put(bytes: Uint8Array): Promise<string> {
    const path = join(folder, `file-${next++}`);
    await writeFile(path, bytes);
    return path;
  }

  /** A plain picture of 8 bits as a photo, without reading its header. */
  async function source(bytes: Uint8Array, changes: Partial<PhotoSource> = {}) {
    const path = await put(bytes);
    return { path, depth: 8, hasAlpha: false, isCmyk: false, ...changes } satisfies PhotoSource;
  }

  /** An enlargement of a whole photo that is to be finished. @param to its size */
  async function enlargement(
    photo: Uint8Array,
    answer: Uint8Array,
    { from, to = from, ...changes }: { from: Size; to?: Size } & Partial<UpscaleFinishing>,
  ): Promise<UpscaleFinishing> {
    return {
      resultPath: await put(answer),
      mediaType: 'image/png',
      raw: to,
      placement: rectOfSize(to),
      source: await source(photo),
      region: rectOfSize(from),
      patches: [],
      kept: rectOfSize(to),
      matchColors: false,
      ...changes,
    };
  }

  async function finish(order: UpscaleFinishing): Promise<string> {
    const path = join(folder, `finished-${next++}`);
    await writeFinishedUpscale(order, path);
    return path;
  }

  async function open(file: Buffer): Promise<PhotoSource & { width: number; height: number }> {
    const path = await put(file);
    return { ...(await probePicture(path, 'test')), path };
  }

  /** The picture of a region as it is sent. */
  async function encode(...of: AfterFirst<Parameters<typeof encodeRegion>>): Promise<Buffer> {
    const path = join(folder, `sent-${next++}`);
    await encodeRegion(path, ...of);
    return readFile(path);
  }

  /** Puts an answer of noise over a region and saves. @returns the file and the answer's samples */
  async function cleanUpAndSave(
    source: PhotoSource,
    region: Rect,
    painted: readonly Rect[],
    { format = 'png', edge = SHARP_EDGE }: CleanUpOptions = {},
  ) {
    const tiles = tilesOf(...painted);
    const bounds = maskBounds(tiles);
    const answer = noise(region.width, region.height, 3, 8, 77) as Uint8Array;
    const answerPath = await put(await pngOf(answer, region.width, region.height, 3));
    const part = { region, painted: bounds, tiles, others: [] };
    const { rect, png } = await cleanupOverlay(answerPath, part, edge, source, () => []);
    const { width, height } = region;
    const alpha = featherAlpha({ pixels: maskPixels(tiles, region), width, height }, edge.margin);
    const patch = { rect, overlayPath: await put(png) };
    const path = join(folder, `saved-${next++}`);
    await exportPhoto(source, [patch], { format, quality: 90, lossless: true }, path);
    return { path, answer, alpha, patch };
  }

  return {
    folder,
    put,
    source,
    enlargement,
    finish,
    open,
    encode,
    cleanUpAndSave,
  };
}

export async function samplesAt(path: string, depth: 8 | 16): Promise<Uint8Array | Uint16Array> {
  const { data } = await sharp(path, { ignoreIcc: true })
    .toColourspace(depth === 16 ? 'rgb16' : 'srgb')
    .raw({ depth: depth === 16 ? 'ushort' : 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (depth === 8) return new Uint8Array(data);
  return new Uint16Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
}

/** The samples that must come out: the answer mixed with the photo by alpha, one byte a pixel of the region. */
export function composed(expected: Expected, region: Rect, alpha: Uint8Array, answer: Uint8Array) {
  const { channels, width } = expected;
  const data = expected.data.slice();
  const factor = data instanceof Uint16Array ? 257 : 1;
  for (let index = 0; index < alpha.length; index++) {
    const share = alpha[index] ?? 0;
    if (share === 0) continue;
    const x = region.x + (index % region.width);
    const y = region.y + Math.floor(index / region.width);
    for (let channel = 0; channel < 3; channel++) {
      const at = (y * width + x) * channels + channel;
      const mixed =
        (answer[index * 3 + channel] ?? 0) * factor * share + (data[at] ?? 0) * (255 - share);
      data[at] = Math.round(mixed / 255);
    }
  }
  return data;
}
