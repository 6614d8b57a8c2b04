import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

const RENDERER = resolve(import.meta.dirname, '../renderer');
const FOLDER = join(RENDERER, 'public', 'examples');
const SIZES: Readonly<Record<string, readonly [width: number, height: number]>> = {
  'studio.webp': [1280, 640],
  'upscale.webp': [1280, 640],
  'faces.webp': [1280, 640],
  'video.webp': [1280, 640],
  'recipes.webp': [1280, 640],
  'training.webp': [1280, 640],
  'studio-before.webp': [1120, 758],
  'studio-after.webp': [1120, 758],
};

describe('the example pictures', () => {
  it.each(Object.entries(SIZES))('have their size and are small: %s', async (name, size) => {
    const { width, height, format } = await sharp(join(FOLDER, name)).metadata();
    expect([width, height, format]).toEqual([...size, 'webp']);
    expect(statSync(join(FOLDER, name)).size).toBeLessThanOrEqual(60_000);
  });

  it('are exactly those that the page names', () => {
    const sources = readdirSync(RENDERER, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.tsx'))
      .map((path) => readFileSync(join(RENDERER, path), 'utf8'));
    const named = sources.flatMap(
      (text) => text.match(/(?<=["'`]\/?examples\/)[\w-]+\.webp/gu) ?? [],
    );
    const files = readdirSync(FOLDER);
    expect(Object.keys(SIZES).toSorted()).toEqual(files.toSorted());
    expect(named.filter((name) => !files.includes(name))).toEqual([]);
  });
});
