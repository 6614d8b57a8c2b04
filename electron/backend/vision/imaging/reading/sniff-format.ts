/** Selects the decoder by the first bytes alone. */
import { open } from 'node:fs/promises';

/** Formats that sharp reads. `heif` is AVIF, because its libheif has no HEVC decoder. */
export type SniffedFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'heif';

/** Header lengths of BMP, after the first 14 bytes. */
const BMP_HEADERS: ReadonlySet<number> = new Set([12, 40, 52, 56, 108, 124]);

/** Includes the brands of an ISO media file. */
const HEAD_BYTES = 64;

/**
 * SECURITY: S37 S10 formats are allow-listed by content before any decoder sees the file: a text,
 * web page or SVG named `.png` ends here.
 * @param head first bytes of a file
 * @returns `heic` and `bmp` for files that `convert/` handles, `undefined` for unknown ones
 */
export function sniffFormat(head: Uint8Array): SniffedFormat | 'heic' | 'bmp' | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1');
  if (text.startsWith('\u0089PNG\r\n\u001a\n')) return 'png';
  if (text.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return 'webp';
  // TIFF 6.0 and BigTIFF in both byte orders.
  if (/^(?:II[*+]\0|MM\0[*+])/u.test(text)) return 'tiff';
  if (text.startsWith('BM') && BMP_HEADERS.has(head[14] ?? 0)) return 'bmp';
  return text.startsWith('ftyp', 4) ? sniffBrands(text) : undefined;
}

/** @param text of an ISO media file (ISO/IEC 14496-12, 4.3) */
function sniffBrands(text: string): 'heif' | 'heic' | undefined {
  const size = Buffer.from(text.slice(0, 4), 'latin1').readUInt32BE(0);
  const brands = [text.slice(8, 12)];
  for (let at = 16; at + 4 <= Math.min(size, text.length); at += 4) {
    brands.push(text.slice(at, at + 4));
  }
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'heif';
  return brands.some((brand) => /^(?:hei[cxms]|hev[cxms]|mif1|msf1)$/u.test(brand))
    ? 'heic'
    : undefined;
}

export async function readHead(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
