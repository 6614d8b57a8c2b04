/** A ZIP of PNG layers (https://www.openraster.org/baseline/file-layout-spec.html). */
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { strToU8, Zip, ZipPassThrough } from 'fflate';
import sharp from 'sharp';
import { escapeMarkup } from '../../../../shared/escape-markup.ts';
import type { Density } from '../../vision/imaging/reading/resolution.ts';
import type { PatchLayer } from '../../library/patch-blends.ts';
import type { Rect, Size } from '../../../../shared/geometry/rect.ts';

export interface ResultLayer {
  readonly name: string;
  /** Photo space. */
  readonly rect: Rect;
  readonly isVisible: boolean;
  /** RGBA PNG of `rect`, blended. */
  readonly path: string;
  /** The unblended layer, for formats that can store opacity and mask. */
  readonly unblended?: PatchLayer;
}

interface LayeredPhoto {
  readonly name: string;
  readonly size: Size;
  readonly density: Density | null;
  readonly photo: Uint8Array;
  /** The photo with its visible results, as PNG. */
  readonly merged: Uint8Array;
  /** Lowest first. */
  readonly results: readonly ResultLayer[];
}

/** Longest side of the preview, pixels (file layout specification). */
const THUMBNAIL_SIDE = 256;

/** @param path must not exist */
export async function writeOpenRaster(layered: LayeredPhoto, path: string): Promise<void> {
  const handle = await open(path, 'wx');
  try {
    const archive = createArchive(handle);
    // The first entry identifies the format.
    await archive.add('mimetype', strToU8('image/openraster'));
    await archive.add('stack.xml', Buffer.from(stackOf(layered)));
    await archive.add('data/photo.png', layered.photo);
    for (const [index, layer] of layered.results.entries()) {
      await archive.add(layerPath(index), await readFile(pictureOf(layer).path));
    }
    await archive.add('mergedimage.png', layered.merged);
    const thumbnail = sharp(layered.merged).resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, {
      fit: 'inside',
      withoutEnlargement: true,
    });
    await archive.add('Thumbnails/thumbnail.png', await thumbnail.png().toBuffer());
    await archive.end();
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Stores entries uncompressed: PNGs are compressed already, and `mimetype` must not be. */
function createArchive(handle: FileHandle) {
  let failure: Error | undefined;
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error === null) chunks.push(chunk);
    else failure = error;
  });
  const flush = async () => {
    if (failure !== undefined) throw failure;
    for (const chunk of chunks.splice(0)) await handle.writeFile(chunk);
  };
  return {
    async add(name: string, bytes: Uint8Array): Promise<void> {
      const entry = new ZipPassThrough(name);
      zip.add(entry);
      entry.push(bytes, true);
      await flush();
    },
    async end(): Promise<void> {
      zip.end();
      await flush();
    },
  };
}

/** Topmost layer first (layer stack specification). */
function stackOf({ name, size, density, results }: LayeredPhoto): string {
  const layers = results.map((layer, index) => {
    const { rect } = layer;
    const { opacity } = pictureOf(layer);
    const visibility = layer.isVisible ? 'visible' : 'hidden';
    const seen = opacity === 1 ? '' : ` opacity="${opacity.toFixed(4)}"`;
    return `<layer name="${escapeMarkup(layer.name)}" src="${layerPath(index)}" x="${rect.x}" y="${rect.y}"${seen} visibility="${visibility}"/>`;
  });
  const photo = `<layer name="${escapeMarkup(name)}" src="data/photo.png" x="0" y="0"/>`;
  const printed =
    density === null ? '' : ` xres="${Math.round(density.x)}" yres="${Math.round(density.y)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<image version="0.0.3" w="${size.width}" h="${size.height}"${printed}><stack>`,
    ...layers.toReversed(),
    photo,
    '</stack></image>',
  ].join('\n');
}

/** The format stores opacity but no masks, which are baked into the picture. */
function pictureOf({ path, unblended }: ResultLayer): {
  readonly path: string;
  readonly opacity: number;
} {
  const isPlain = unblended !== undefined && unblended.weights === undefined;
  return isPlain ? unblended : { path, opacity: 1 };
}

function layerPath(index: number): string {
  return `data/result-${index + 1}.png`;
}
