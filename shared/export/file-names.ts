/** Names of files: those from outside are cleaned, those for saving are proposed. */
import { plainName } from '../plain-name.ts';

/** Bounds of names. */
const NAMES = {
  /** Longest name that is kept for a photo, characters. */
  kept: 200,
  /** Longest stem of a photo in a name with something added, UTF-8 bytes. */
  stemBytes: 200,
  /** Longest stem of a file, UTF-8 bytes: with extension and number below 255, the limit of most file systems. */
  fileBytes: 235,
} as const;

/** The name of a photo: the last part of a path, without invisible characters. */
export function photoName(given: string): string {
  const last = given.split(/[\\/]/u).at(-1) ?? '';
  const plain = plainName(last);
  return plain === '' ? 'Pasted picture' : Array.from(plain).slice(0, NAMES.kept).join('');
}

/** The name of a file: the parts around the photo's name stay whole, as long as there is room. */
export function safeFileStem(name: string, around: (stem: string) => string): string {
  const stem = safeStem(name);
  const left = NAMES.fileBytes - byteLength(around(''));
  return cleanStem(around(cutBytes(stem, Math.max(0, left)).trimEnd()), NAMES.fileBytes);
}

/** A name without its extension and without characters that some file system refuses. */
export function safeStem(name: string): string {
  return cleanStem(name.toWellFormed().replace(/\.[^.]{1,5}$/u, ''), NAMES.stemBytes);
}

function cleanStem(name: string, limit: number): string {
  const plain = plainName(name).replace(/[<>:"/\\|?*]/gu, '');
  // a leading dot hides a file, and programs take a leading hyphen for an option
  const stem = cutBytes(plain.replace(/^[\s.-]+/u, ''), limit).replace(/[.\s]+$/u, '');
  // names of devices on Windows, with any extension
  const isReserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu.test(stem);
  return stem === '' || isReserved ? `photo ${stem}`.trim() : stem;
}

/** Whole characters up to a number of UTF-8 bytes. */
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

/** Length in UTF-8. */
function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x8_00 ? 2 : point < 0x1_00_00 ? 3 : 4;
  }
  return bytes;
}
