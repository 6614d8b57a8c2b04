/**
 * Runs `npm run guide:pictures`: takes the pictures of `docs/guide` from the running program, with
 * practice and the bundled samples.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright';
import sharp from 'sharp';
import { chromiumLaunchOptions } from '../e2e/support/chromium.ts';
import { startPractising } from '../e2e/flows/studio.ts';
import { SCREEN_SHOTS } from './guide/screen-pictures.ts';
import { STUDIO_SHOTS } from './guide/studio-pictures.ts';
import { takePicture, withWindow } from './guide/window.ts';
import { buildIfChanged } from './start/build-cache.ts';
import { rendererTarget } from './start/targets.ts';

const PROJECT = resolve(import.meta.dirname, '..');
const PICTURES = join(PROJECT, 'docs', 'guide', 'pictures');

/** Pixels, and bytes: a page of the guide stays light. */
const WIDTH = 1080;
const MOST_BYTES = 60_000;

/** Lowers the WebP quality until the bytes fit. */
async function encode(png: Buffer): Promise<Buffer> {
  for (const quality of [80, 70, 60, 50, 40, 30]) {
    const bytes = await sharp(png).resize({ width: WIDTH }).webp({ quality, effort: 6 }).toBuffer();
    if (bytes.length <= MOST_BYTES) return bytes;
  }
  throw new Error('The picture does not fit into its bytes.');
}

await buildIfChanged(PROJECT, rendererTarget());
await mkdir(PICTURES, { recursive: true });
const folder = await mkdtemp(join(tmpdir(), 'gesso-guide-'));
const browser = await chromium.launch(chromiumLaunchOptions('as used'));
try {
  await withWindow(browser, join(folder, 'data'), async (page) => {
    await startPractising(page);
    for (const { name, prepare } of [...STUDIO_SHOTS, ...SCREEN_SHOTS]) {
      await prepare({ page, folder });
      const bytes = await encode(await takePicture(page));
      await writeFile(join(PICTURES, `${name}.webp`), bytes);
      process.stdout.write(`${name}.webp  ${Math.round(bytes.length / 1000)} kB\n`);
    }
  });
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
