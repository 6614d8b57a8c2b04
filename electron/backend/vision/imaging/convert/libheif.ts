/** An unmodified separate file (LGPL), called by WASM pointers. Source: `libheif/heif.h`. */
import { createRequire } from 'node:module';
import type { Size } from '../../../../../shared/geometry/rect.ts';
import type { DecodedPicture } from './messages.ts';

/** A package in the sources; next to the thread's bundle, a file that the packager copied. */
const FILE = import.meta.url.endsWith('.ts')
  ? 'libheif-js/libheif-wasm/libheif-bundle.js'
  : './libheif.cjs';

const FUNCTIONS = [
  'malloc',
  'free',
  'heif_context_alloc',
  'heif_context_free',
  'heif_context_read_from_memory',
  'heif_context_get_primary_image_handle',
  'heif_image_handle_release',
  'heif_image_handle_get_width',
  'heif_image_handle_get_height',
  'heif_image_handle_has_alpha_channel',
  'heif_image_handle_get_luma_bits_per_pixel',
  'heif_image_handle_get_raw_color_profile_size',
  'heif_image_handle_get_raw_color_profile',
  'heif_image_handle_get_number_of_metadata_blocks',
  'heif_image_handle_get_list_of_metadata_block_IDs',
  'heif_image_handle_get_metadata_size',
  'heif_image_handle_get_metadata',
  'heif_decode_image',
  'heif_image_get_width',
  'heif_image_get_height',
  'heif_image_get_plane_readonly',
  'heif_image_release',
] as const;

type CFunction = (...numbers: readonly number[]) => number;

type Libheif = ReturnType<typeof load>;

const HEIF = {
  errorBytes: 12,
  /** Errors: unknown format, unknown feature, no decoder. */
  unsupported: [3, 4, 11] as readonly number[],
  rgb: 1,
  interleavedRgb: 10,
  interleavedRgba: 11,
  /** Two bytes a sample, little-endian. */
  deepRgb: 14,
  deepRgba: 15,
  interleaved: 10,
} as const;

export class HeifError extends Error {
  /** Another format, or an unsupported codec. */
  readonly isUnsupported: boolean;

  constructor(code: number) {
    super(`libheif ${code}`);
    this.isUnsupported = HEIF.unsupported.includes(code);
  }
}

/** @param isAllowed called before decoding @throws HeifError, or an error of `isAllowed` */
export function decodeHeif(file: Uint8Array, isAllowed: (size: Size) => void): DecodedPicture {
  const heif = load();
  const [error, pointer] = [heif.malloc(HEIF.errorBytes), heif.malloc(8)];
  const check = (): void => {
    const code = heif.memory().words[error >> 2] ?? 0;
    if (code !== 0) throw new HeifError(code);
  };
  const bytes = heif.malloc(file.length);
  const context = heif.heif_context_alloc();
  let handle = 0;
  let image = 0;
  try {
    heif.memory().bytes.set(file, bytes);
    heif.heif_context_read_from_memory(error, context, bytes, file.length, 0);
    check();
    heif.heif_context_get_primary_image_handle(error, context, pointer);
    check();
    handle = heif.memory().words[pointer >> 2] ?? 0;
    const width = heif.heif_image_handle_get_width(handle);
    const height = heif.heif_image_handle_get_height(handle);
    isAllowed({ width, height });
    const channels = heif.heif_image_handle_has_alpha_channel(handle) === 0 ? 3 : 4;
    const bits = Math.min(16, Math.max(8, heif.heif_image_handle_get_luma_bits_per_pixel(handle)));
    const depth = bits === 8 ? 8 : 16;
    const [rgb, rgba] =
      depth === 8 ? [HEIF.interleavedRgb, HEIF.interleavedRgba] : [HEIF.deepRgb, HEIF.deepRgba];
    const chroma = channels === 3 ? rgb : rgba;
    heif.heif_decode_image(error, handle, pointer, HEIF.rgb, chroma, 0);
    check();
    image = heif.memory().words[pointer >> 2] ?? 0;
    const decoded = {
      width: heif.heif_image_get_width(image, HEIF.interleaved),
      height: heif.heif_image_get_height(image, HEIF.interleaved),
    };
    const plane = heif.heif_image_get_plane_readonly(image, HEIF.interleaved, pointer);
    const stride = heif.memory().words[pointer >> 2] ?? 0;
    const line = width * channels * (depth / 8);
    // The decoded picture may differ from the header, and may be missing.
    const isWhole = decoded.width === width && decoded.height === height && stride >= line;
    if (plane === 0 || !isWhole) throw new RangeError('The pixels are not those of the header.');
    const data = new Uint8Array(line * height);
    for (let y = 0; y < height; y++) {
      const from = plane + y * stride;
      data.set(heif.memory().bytes.subarray(from, from + line), y * line);
    }
    return {
      width,
      height,
      channels,
      data: depth === 8 ? data : widened(data, bits),
      depth,
      profile: profileOf(heif, handle),
      exif: exifOf(heif, handle),
    };
  } finally {
    if (image !== 0) heif.heif_image_release(image);
    if (handle !== 0) heif.heif_image_handle_release(handle);
    heif.heif_context_free(context);
    for (const address of [bytes, error, pointer]) heif.free(address);
  }
}

/** Scales 9- to 16-bit samples to 16 bits. */
function widened(bytes: Uint8Array, bits: number): Uint16Array {
  const samples = new Uint16Array(bytes.length / 2);
  const factor = 65_535 / (2 ** bits - 1);
  for (let index = 0; index < samples.length; index++) {
    const sample = (bytes[index * 2] ?? 0) + (bytes[index * 2 + 1] ?? 0) * 256;
    samples[index] = Math.min(65_535, Math.round(sample * factor));
  }
  return samples;
}

function load() {
  const start = createRequire(import.meta.url)(FILE) as () => Readonly<Record<string, unknown>>;
  const library = start();
  const functions = Object.fromEntries(FUNCTIONS.map((name) => [name, library[`_${name}`]]));
  return {
    ...(functions as Record<(typeof FUNCTIONS)[number], CFunction>),
    memory: (): { readonly bytes: Uint8Array; readonly words: Int32Array } => ({
      bytes: library['HEAPU8'] as Uint8Array,
      words: library['HEAP32'] as Int32Array,
    }),
  };
}

function profileOf(heif: Libheif, handle: number): Uint8Array | undefined {
  const size = heif.heif_image_handle_get_raw_color_profile_size(handle);
  return read(heif, size, (error, to) =>
    heif.heif_image_handle_get_raw_color_profile(error, handle, to),
  );
}

/** Returns the first metadata block that starts like EXIF, after an offset of four bytes. */
function exifOf(heif: Libheif, handle: number): Uint8Array | undefined {
  const count = heif.heif_image_handle_get_number_of_metadata_blocks(handle, 0);
  const ids = heif.malloc(4 * Math.max(1, count));
  try {
    heif.heif_image_handle_get_list_of_metadata_block_IDs(handle, 0, ids, count);
    for (let index = 0; index < count; index++) {
      const id = heif.memory().words[(ids >> 2) + index] ?? 0;
      const size = heif.heif_image_handle_get_metadata_size(handle, id);
      const block = read(heif, size, (error, to) =>
        heif.heif_image_handle_get_metadata(error, handle, id, to),
      );
      const exif = block === undefined ? undefined : tiffBlockOf(Buffer.from(block));
      if (exif !== undefined) return exif;
    }
    return undefined;
  } finally {
    heif.free(ids);
  }
}

function tiffBlockOf(block: Buffer): Uint8Array | undefined {
  if (block.length < 12) return undefined;
  const tiff = block.subarray(4 + block.readUInt32BE(0));
  return /^(?:II\*\0|MM\0\*)/u.test(tiff.toString('latin1', 0, 4)) ? tiff : undefined;
}

function read(
  heif: Libheif,
  size: number,
  fill: (error: number, to: number) => void,
): Uint8Array | undefined {
  if (size === 0) return undefined;
  const [error, to] = [heif.malloc(HEIF.errorBytes), heif.malloc(size)];
  try {
    fill(error, to);
    if (heif.memory().words[error >> 2] !== 0) return undefined;
    return heif.memory().bytes.slice(to, to + size);
  } finally {
    heif.free(error);
    heif.free(to);
  }
}
