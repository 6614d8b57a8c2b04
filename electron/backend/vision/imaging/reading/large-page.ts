/**
 * Finds the photo among a TIFF's pages, because scanners and cameras put a thumbnail first.
 * Sources: TIFF 6.0, sections 2 and 8 (NewSubfileType, SubfileType); TIFF Technical Note 1
 * (SubIFDs).
 */
import { readFile } from 'node:fs/promises';
import { openDirectories, type Directories } from './directories.ts';
import { openBytes } from './file-bytes.ts';
import { openPicture } from './open-picture.ts';

const TAG = { kind: 254, oldKind: 255, width: 256, height: 257, inside: 330 } as const;
/** NewSubfileType, bits. */
const KIND = { reduced: 1, mask: 4 } as const;
const OLD_REDUCED = 2;
/** Offset of the first page's pointer in the header. */
const FIRST_AT = { classic: 4, big: 8 } as const;

const PAGES = {
  /** SECURITY: S49 most pages that are examined. */
  mostPages: 64,
  /** Least scale of another page that makes an unmarked page a thumbnail. */
  leastScale: 1.5,
  /** Both must look alike: mean grey difference, of 255, at this side. */
  side: 32,
  mostDifference: 8,
} as const;

interface Page {
  readonly at: number;
  readonly width: number;
  readonly height: number;
  readonly isReduced: boolean;
  readonly isMask: boolean;
}

/** @returns the file with the large page first; `undefined` if no change is needed */
export async function withLargePageFirst(path: string): Promise<Buffer | undefined> {
  await using file = await openBytes(path);
  const directories = await openDirectories(file);
  if (directories === undefined) return undefined;
  const first = await pageAt(directories, directories.first);
  if (first === undefined) return undefined;
  const others: Page[] = [];
  for (const at of await placesOfOthers(directories)) {
    const page = await pageAt(directories, at);
    if (page !== undefined) others.push(page);
  }
  const [largest] = others
    .filter((page) => !page.isMask && !page.isReduced)
    .filter(({ width, height }) => width > first.width && height > first.height)
    .sort((a, b) => b.width * b.height - a.width * a.height);
  if (largest === undefined) return undefined;
  const isLikely =
    first.isReduced ||
    (isScaled(first, largest) && largest.width >= PAGES.leastScale * first.width);
  if (!isLikely) return undefined;
  const changed = await readFile(path);
  const { isLittle, isBig } = directories;
  if (isBig && isLittle) changed.writeBigUInt64LE(BigInt(largest.at), FIRST_AT.big);
  else if (isBig) changed.writeBigUInt64BE(BigInt(largest.at), FIRST_AT.big);
  else if (isLittle) changed.writeUInt32LE(largest.at, FIRST_AT.classic);
  else changed.writeUInt32BE(largest.at, FIRST_AT.classic);
  return first.isReduced || (await lookAlike(path, changed)) ? changed : undefined;
}

async function placesOfOthers(directories: Directories): Promise<readonly number[]> {
  const places: number[] = [];
  let at = await directories.next(directories.first);
  while (at !== undefined && at !== 0 && places.length < PAGES.mostPages && !places.includes(at)) {
    places.push(at);
    at = await directories.next(at);
  }
  const inside = await directories.tag(directories.first, TAG.inside);
  return [...places, ...(inside?.numbers.slice(0, PAGES.mostPages) ?? [])];
}

async function pageAt({ tag }: Directories, at: number): Promise<Page | undefined> {
  const number = async (name: number) => (await tag(at, name))?.numbers[0];
  const [width, height] = [await number(TAG.width), await number(TAG.height)];
  if (width === undefined || height === undefined) return undefined;
  const kind = (await number(TAG.kind)) ?? 0;
  const isReduced = (kind & KIND.reduced) !== 0 || (await number(TAG.oldKind)) === OLD_REDUCED;
  return { at, width, height, isReduced, isMask: (kind & KIND.mask) !== 0 };
}

/** Sides are whole pixels, so shapes may differ slightly. */
function isScaled(small: Page, large: Page): boolean {
  return Math.abs((small.width * large.height) / large.width - small.height) <= 1;
}

async function lookAlike(one: string | Buffer, other: string | Buffer): Promise<boolean> {
  try {
    const [a, b] = [await thumbnailPixels(one), await thumbnailPixels(other)];
    const off = a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0);
    return off / a.length <= PAGES.mostDifference;
  } catch {
    return false; // An unreadable page is never preferred.
  }
}

async function thumbnailPixels(file: string | Buffer): Promise<Buffer> {
  const size = { width: PAGES.side, height: PAGES.side, fit: 'fill' } as const;
  return await openPicture(file).resize(size).removeAlpha().toColourspace('b-w').raw().toBuffer();
}
