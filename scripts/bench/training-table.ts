/** The table of 1,000 training files, scrolled beside a bare virtual list of the same rows. */
import { join } from 'node:path';
import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import sharp from 'sharp';
import { startPractising } from '../../e2e/flows/studio.ts';
import { noisePng } from '../../electron/testing/pictures.ts';
import { sleep, type BenchContext } from './context.ts';
import type { Figure } from './figure.ts';
import { startFileServer } from './file-server.ts';
import { withGesso, withPage } from './gesso.ts';
import { slowFrames } from './slow-frames.ts';
import { medianOf } from './statistics.ts';

const TABLE = {
  files: 1000,
  /** CSS pixels of a row, and the width of the picture in it. */
  row: 48,
  picture: 48,
  /** A longer frame is seen as a halt, milliseconds. */
  slowFrame: 50,
  turns: 150,
  turn: 240,
  interval: 12,
  settleMilliseconds: 1500,
} as const;

/** See the file comment. */
export async function measureTrainingTable(context: BenchContext): Promise<readonly Figure[]> {
  const { files, slowFrame } = TABLE;
  context.say(`training: making ${files} small files`);
  const set = join(context.folder, 'small-set');
  await mkdir(set);
  await using server = await startFileServer();
  for (let index = 0; index < files; index++) {
    const picture = await noisePng(120, 90, index + 1);
    await writeFile(join(set, `picture ${index}.png`), picture);
    const small = await sharp(picture).resize(96).webp({ quality: 75 }).toBuffer();
    server.put(`/${index}.webp`, small, 'image/webp');
  }
  server.put('/', Buffer.from(barePage(files)), 'text/html');
  server.put('/bare-rows.js', Buffer.from(BARE_SCRIPT), 'text/javascript');
  const bare: number[] = [];
  const gesso: number[] = [];
  await withGesso(context, async ({ page }) => {
    await startPractising(page);
    await page.getByRole('button', { name: 'Training', exact: true }).click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add folder…' }).click();
    await (await choosing).setFiles(set);
    const ready = page.getByRole('button', { name: `Upload ${files} files` });
    await expect(ready).toBeVisible({ timeout: 300_000 });
    for (let repetition = 0; repetition < context.repeat; repetition++) {
      context.say(`training: table, ${repetition + 1} of ${context.repeat}`);
      bare.push(
        await withPage(context, async (other) => {
          await other.goto(server.baseUrl, { waitUntil: 'load' });
          return await scroll(other);
        }),
      );
      gesso.push(await scroll(page));
    }
  });
  const slow = medianOf(gesso, (frames) => frames);
  const most = medianOf(bare, (frames) => frames);
  return [
    {
      name: `${files} files, scrolling the table: frames over ${slowFrame} ms`,
      unit: 'frames',
      gesso: slow,
      baseline: { name: 'bare virtual list', value: most },
      bound: { text: 'no more', isMet: slow <= most },
    },
  ];
}

async function scroll(page: Page): Promise<number> {
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(size.width / 3, size.height / 2);
  await sleep(TABLE.settleMilliseconds);
  return await slowFrames(page, TABLE.slowFrame, async () => {
    for (const direction of [1, -1]) {
      for (let turn = 0; turn < TABLE.turns; turn++) {
        await page.mouse.wheel(0, direction * TABLE.turn);
        await sleep(TABLE.interval);
      }
    }
  });
}

/** Rows of a picture and four texts, as those of the table; nothing else. */
function barePage(count: number): string {
  return `<!doctype html><meta charset="utf-8"><title>Rows</title>
    <style>
      html, body { margin: 0; height: 100%; overflow: hidden; background: #222; color: #ddd; }
      #list { position: absolute; inset: 0; overflow: auto; font: 13px sans-serif; }
      #list > div { position: relative; }
      .row { position: absolute; left: 0; right: 0; height: ${TABLE.row}px; display: grid;
        grid-template-columns: ${TABLE.picture}px 1fr 116px 148px 88px; gap: 12px; align-items: center;
        padding: 0 16px; border-bottom: 1px solid #444; contain: strict; }
      .row img { width: ${TABLE.picture}px; height: 40px; object-fit: contain; }
    </style>
    <div id="list" data-count="${count}" data-row="${TABLE.row}"><div></div></div>
    <script src="/bare-rows.js"></script>`;
}

const BARE_SCRIPT = `
  const list = document.querySelector('#list');
  const inside = list.firstElementChild;
  const { count, row: height } = Object.fromEntries(
    Object.entries(list.dataset).map(([name, value]) => [name, Number(value)]),
  );
  const shown = new Map();
  inside.style.height = count * height + 'px';
  function show() {
    const first = Math.max(0, Math.floor(list.scrollTop / height) - 10);
    const last = Math.min(count, Math.ceil((list.scrollTop + innerHeight) / height) + 10);
    for (const [index, row] of shown) {
      if (index >= first && index < last) continue;
      row.remove();
      shown.delete(index);
    }
    for (let index = first; index < last; index += 1) {
      if (shown.has(index)) continue;
      const row = document.createElement('div');
      row.className = 'row';
      row.style.top = index * height + 'px';
      const image = new Image();
      image.decoding = 'async';
      image.src = '/' + index + '.webp';
      row.append(image);
      for (const text of ['picture ' + index + '.png small-set', '120 × 90', 'Ready', '']) {
        const cell = document.createElement('span');
        cell.textContent = text;
        row.append(cell);
      }
      inside.append(row);
      shown.set(index, row);
    }
  }
  list.addEventListener('scroll', show);
  show();
`;
