import { plainName } from '../plain-name.ts';

const NAMES = {
  /** Longest stored photo name, characters. */
  kept: 200,
  /** Longest photo stem in a combined name, UTF-8 bytes. */
  stemBytes: 200,
  /** UTF-8 bytes: with extension and number below 255, the limit of most file systems. */
  fileBytes: 235,
} as const;

/** Returns the last part of a path without invisible characters. */
export function photoName(given: string): string {
  const last = given.split(/[\\/]/u).at(-1) ?? '';
  const plain = plainName(last);
  return plain === '' ? 'Pasted picture' : Array.from(plain).slice(0, NAMES.kept).join('');
}

/** Shortens the photo's name so that the text around it stays whole. */
export function safeFileStem(name: string, around: (stem: string) => string): string {
  const stem = safeStem(name);
  const left = NAMES.fileBytes - byteLength(around(''));
  return cleanStem(around(cutBytes(stem, Math.max(0, left)).trimEnd()), NAMES.fileBytes);
}

/** Removes the extension and characters that some file system refuses. */
export function safeStem(name: string): string {
  return cleanStem(name.toWellFormed().replace(/\.[^.]{1,5}$/u, ''), NAMES.stemBytes);
}

/** Like {@link safeStem} for a title, in which a dot doesn't begin an extension. */
export function titleStem(title: string): string {
  return cleanStem(title, NAMES.stemBytes);
}

function cleanStem(name: string, limit: number): string {
  const plain = plainName(name).replace(/[<>:"/\\|?*]/gu, '');
  // A leading dot hides a file, and a leading hyphen looks like an option.
  const stem = cutBytes(plain.replace(/^[\s.-]+/u, ''), limit).replace(/[.\s]+$/u, '');
  // Device names on Windows, with any extension.
  const isReserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu.test(stem);
  return stem === '' || isReserved ? `photo ${stem}`.trim() : stem;
}

function cutBytes(text: string, limit: number): string {
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += byteLength(character);
    if (bytes > limit) break;
    kept += character;
  }
  return kept;
}

function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4;
  }
  return bytes;
}
