/** Reads the first bytes, because names and headers can be wrong. */

export const MEDIA_KINDS = ['png', 'webp', 'jpeg', 'gif', 'mp4', 'webm'] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

export const SNIFF_BYTES = 12;

export const MEDIA_TYPES: Readonly<Record<MediaKind, string>> = {
  png: 'image/png',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  mp4: 'video/mp4',
  webm: 'video/webm',
};

/** @param head at least {@link SNIFF_BYTES} bytes, or all of a shorter file */
export function sniffMediaKind(head: Uint8Array): MediaKind | undefined {
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 0)) return 'png';
  if (startsWith(head, [0xff, 0xd8, 0xff], 0)) return 'jpeg';
  if (isText(head, 'RIFF', 0) && isText(head, 'WEBP', 8)) return 'webp';
  if (isText(head, 'GIF87a', 0) || isText(head, 'GIF89a', 0)) return 'gif';
  // ISO base media file format, 4.3: a `ftyp` box comes first.
  if (isText(head, 'ftyp', 4)) return 'mp4';
  // EBML, of which WebM is a subset.
  return startsWith(head, [0x1a, 0x45, 0xdf, 0xa3], 0) ? 'webm' : undefined;
}

/** Guesses the kind from a name: `mp4`, `.MP4`, `video/mp4`, `jpg` … */
export function mediaKindOfName(name: string | undefined): MediaKind | undefined {
  const word = /[a-z0-9]+$/u.exec(name?.trim().toLowerCase() ?? '')?.[0];
  return word === 'jpg' ? 'jpeg' : MEDIA_KINDS.find((kind) => kind === word);
}

function isText(bytes: Uint8Array, text: string, offset: number): boolean {
  return startsWith(
    bytes,
    Array.from(text, (letter) => letter.charCodeAt(0)),
    offset,
  );
}

function startsWith(bytes: Uint8Array, magic: readonly number[], offset: number): boolean {
  return magic.every((byte, index) => bytes[offset + index] === byte);
}
