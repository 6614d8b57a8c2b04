/** Finding text in photographs: lines that were placed there, whole, and boxes where there is none. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findText } from '../../electron/backend/perception/find-text.ts';
import { createPerceptionProcess } from '../../electron/backend/perception/perception-process.ts';
import { createPerception, type TextLine } from '../../electron/backend/perception/perception.ts';
import { forkPerception } from '../../electron/perception/fork.ts';
import { DEVELOPMENT_MODELS } from '../../electron/perception/model-files.ts';
import { SAMPLES_FOLDER } from '../../electron/testing/backend-fixture.ts';
import type { Point, Rect } from '../../shared/geometry/rect.ts';
import { intersectRects, isEmptyRect } from '../../shared/geometry/rect.ts';
import type { BenchContext } from './context.ts';
import type { Figure } from './figure.ts';
import { textScene, type PlacedLine } from './finding/text-scenes.ts';
import { medianOf } from './statistics.ts';

const TEXT = {
  /** Lines a photograph. */
  lines: 4,
  /** Share of a line's letters that must be covered for it to be found whole. */
  whole: 0.9,
  leastFound: 0.95,
  mostWrong: 0.1,
} as const;

/** Photographs that have words of their own all over. */
const PRINT: ReadonlySet<string> = new Set(['postcard.jpg']);
/** Words in photographs: a name tag, patches of a space suit. */
const OWN_WORDS: Readonly<Record<string, readonly Rect[]>> = {
  'admiral.jpg': [{ x: 90, y: 480, width: 90, height: 40 }],
  'astronaut.jpg': [
    { x: 120, y: 345, width: 90, height: 90 },
    { x: 270, y: 335, width: 70, height: 50 },
  ],
};

/** @returns shares, then what a photograph of each size took */
export async function measureFinding(context: BenchContext): Promise<readonly Figure[]> {
  const perception = createPerception(
    createPerceptionProcess(
      () => forkPerception(DEVELOPMENT_MODELS),
      (line) => context.say(line),
    ),
  );
  const files = await photographs();
  let [placed, found, wrong] = [0, 0, 0];
  const perMegapixel: number[] = [];
  for (const [index, file] of files.entries()) {
    const scene = await textScene(file, TEXT.lines, index + 1);
    const started = performance.now();
    const lines = await findText(perception, scene, 'fine');
    perMegapixel.push((performance.now() - started) / ((scene.width * scene.height) / 1_000_000));
    placed += scene.lines.length;
    found += scene.lines.filter((line) => coverage(line, lines) >= TEXT.whole).length;
    const words = [
      ...scene.lines.map(({ bounds }) => bounds),
      ...(OWN_WORDS[file.split(/[\\/]/u).at(-1) ?? ''] ?? []),
    ];
    wrong += lines.filter((line) => words.every((word) => isApart(line, word))).length;
  }
  await perception.close();
  const share = found / placed;
  const wrongEach = wrong / files.length;
  return [
    {
      name: `lines of text found whole, of ${placed} in ${files.length} photographs`,
      unit: '%',
      gesso: share,
      bound: { text: '≥ 95 %', isMet: share >= TEXT.leastFound },
    },
    {
      name: 'wrong boxes a photograph',
      unit: 'count',
      gesso: wrongEach,
      bound: { text: '≤ 0.1', isMet: wrongEach <= TEXT.mostWrong },
    },
    { name: 'time a megapixel', unit: 'ms', gesso: medianOf(perMegapixel, (each) => each) },
  ];
}

async function photographs(): Promise<readonly string[]> {
  const folders = [SAMPLES_FOLDER, join(import.meta.dirname, 'photos')].filter((folder) =>
    existsSync(folder),
  );
  const lists = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder))
        .filter((name) => name.endsWith('.jpg') && !PRINT.has(name))
        .sort()
        .map((name) => join(folder, name)),
    ),
  );
  return lists.flat();
}

/** Share of a line's letters that lie in what was found. */
function coverage({ bounds, letters }: PlacedLine, lines: readonly TextLine[]): number {
  let [all, covered] = [0, 0];
  for (let y = 0; y < bounds.height; y += 1) {
    for (let x = 0; x < bounds.width; x += 1) {
      if ((letters[y * bounds.width + x] ?? 0) < 128) continue;
      all += 1;
      const at = { x: bounds.x + x, y: bounds.y + y };
      if (lines.some(({ corners }) => isWithin(corners, at))) covered += 1;
    }
  }
  return covered / Math.max(1, all);
}

/** Right of all four sides, which go clockwise. */
function isWithin(corners: TextLine['corners'], { x, y }: Point): boolean {
  return corners.every((from, index) => {
    const to = corners[(index + 1) % 4] ?? from;
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) >= -0.5;
  });
}

function isApart({ corners }: TextLine, word: Rect): boolean {
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  const box = { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
  return isEmptyRect(intersectRects(box, word));
}
