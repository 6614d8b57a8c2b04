/** By the names that phones use: ISO 21496-1, Adobe's and Apple's gain maps, CIPA MPF. */
import { openBytes } from './file-bytes.ts';
import { readHead, sniffFormat } from './sniff-format.ts';

/** All of these are named in the first bytes. */
const HEAD_BYTES = 512 * 1024;

const NAMES: readonly (readonly [words: string, pattern: RegExp])[] = [
  ['a gain map for HDR screens', /hdrgm:|hdrgainmap|iso:ts:21496|\0tmap/iu],
  ['a depth map', /GDepth:|depthmap|aux:depth|aux:disparity|hevc:2015:auxid:2/iu],
  ['a film', /MotionPhoto|MicroVideo|MotionPhoto_Data/u],
  ['a second picture', /\u00ff\u00e2[\s\S]{2}MPF\0/u],
];
const HEIC_XMP = /application\/rdf\+xml/u;

/** @returns one sentence for the user, or none */
export async function notesOfLostParts(path: string): Promise<readonly string[]> {
  const format = sniffFormat(await readHead(path));
  if (format !== 'jpeg' && format !== 'heic' && format !== 'heif') return [];
  await using file = await openBytes(path);
  const head = (await file.read(0, Math.min(HEAD_BYTES, file.size)))?.toString('latin1') ?? '';
  const found = NAMES.filter(([, pattern]) => pattern.test(head)).map(([words]) => words);
  // If gain map or depth is named, it is the second picture.
  const named = found.length > 1 ? found.filter((words) => words !== 'a second picture') : found;
  const all = format === 'heic' && HEIC_XMP.test(head) ? [...named, 'XMP'] : named;
  if (all.length === 0) return [];
  const last = all.at(-1) ?? '';
  const list = all.length === 1 ? last : `${all.slice(0, -1).join(', ')} and ${last}`;
  return [
    `This photo also has ${list}. Gesso edits and saves only the picture. Your file stays unchanged.`,
  ];
}
