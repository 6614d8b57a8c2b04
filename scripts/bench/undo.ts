/** Undo until nothing moves: from the key to the last frame in which anything on the screen changes. */
import type { CDPSession, Page } from 'playwright';
import { EMPTY_PAGE } from '../../e2e/canvas/pages.ts';
import { openPhoto, startPractising } from '../../e2e/flows/studio.ts';
import { photoFile, sleep, type BenchContext } from './context.ts';
import type { Figure } from './figure.ts';
import { startFileServer } from './file-server.ts';
import { withGesso, withPage } from './gesso.ts';
import { medianOf } from './statistics.ts';
import { recordTrace, type TraceEvent } from './trace.ts';

const UNDO = {
  megapixels: 16,
  /** A second photo, so that there is a strip. */
  besideMegapixels: 4,
  /** Undone one after another, until nothing is painted. */
  strokes: 4,
  /** CSS pixels. */
  strokeLength: 240,
  strokeDistance: 50,
  /** Between two actions: everything has come to rest, and the backend has answered. */
  rest: 1500,
  /** The bound: frames until the last change. */
  frames: 2,
} as const;

/** Events and paints, frames that the page hands on, and the drawing of the screen. */
const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'viz'] as const;

/** Both 0 or more. */
interface Cost {
  /** From the key's event to the end of the last drawing of the screen. */
  readonly milliseconds: number;
  /** Frames of the page that began until then. */
  readonly frames: number;
}

/** @returns the costs of the strokes of a photo, beside a key that clears a bare canvas */
export async function measureUndo(context: BenchContext): Promise<readonly Figure[]> {
  await using server = await startFileServer();
  server.put('/', Buffer.from(EMPTY_PAGE), 'text/html');
  const bare: Cost[] = [];
  const gesso: Cost[] = [];
  const worst: number[] = [];
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`undo: ${repetition + 1} of ${context.repeat}`);
    bare.push(...(await withPage(context, (page) => clearBareCanvas(page, server.baseUrl))));
    const costs = await undoInGesso(context);
    gesso.push(...costs);
    worst.push(Math.max(...costs.map(({ frames }) => frames)));
  }
  const name = 'a key that clears a canvas';
  const frames = medianOf(worst, (each) => each);
  return [
    {
      name: '16 MP: undo of a stroke until nothing moves',
      unit: 'ms',
      gesso: medianOf(gesso, ({ milliseconds }) => milliseconds),
      baseline: { name, value: medianOf(bare, ({ milliseconds }) => milliseconds) },
    },
    {
      name: '16 MP: frames until nothing moves, the worst of four',
      unit: 'frames',
      gesso: frames,
      baseline: { name, value: medianOf(bare, (cost) => cost.frames) },
      bound: { text: `≤ ${UNDO.frames} frames`, isMet: frames <= UNDO.frames },
    },
  ];
}

async function undoInGesso(context: BenchContext): Promise<readonly Cost[]> {
  const beside = await photoFile(context, UNDO.besideMegapixels);
  const path = await photoFile(context, UNDO.megapixels);
  return withGesso(context, async ({ page }) => {
    await startPractising(page);
    await openPhoto(page, beside);
    await openPhoto(page, path);
    const box = await page.getByRole('application').boundingBox();
    if (box === null) throw new Error('There is no canvas.');
    const left = box.x + (box.width - UNDO.strokeLength) / 2;
    for (let stroke = 0; stroke < UNDO.strokes; stroke++) {
      await sleep(UNDO.rest);
      const y = box.y + box.height / 2 + (stroke - UNDO.strokes / 2) * UNDO.strokeDistance;
      await page.mouse.move(left, y);
      await page.mouse.down();
      await page.mouse.move(left + UNDO.strokeLength, y, { steps: 12 });
      await page.mouse.up();
    }
    return pressTimes(page, UNDO.strokes);
  });
}

/** The least that a key can change: the pixels of one canvas. */
async function clearBareCanvas(page: Page, baseUrl: string): Promise<readonly Cost[]> {
  await page.goto(baseUrl);
  await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = innerWidth;
    canvas.height = innerHeight;
    document.body.append(canvas);
    const context = canvas.getContext('2d');
    context?.fillRect(100, 100, 240, 40);
    addEventListener('keydown', (event) => {
      if (event.key === 'z') context?.clearRect(100, 100, 240, 40);
    });
  });
  return pressTimes(page, 1);
}

async function pressTimes(page: Page, times: number): Promise<readonly Cost[]> {
  const session = await page.context().newCDPSession(page);
  // each frame of the page is committed, also one without a change: they are counted
  await page.evaluate(() => {
    const next = (): void => void requestAnimationFrame(next);
    next();
  });
  const costs: Cost[] = [];
  for (let time = 0; time < times; time++) costs.push(await pressOnce(page, session));
  return costs;
}

async function pressOnce(page: Page, session: CDPSession): Promise<Cost> {
  // its own effect, another cursor, is not the undo's, and neither is its release
  await page.keyboard.down('ControlOrMeta');
  await sleep(UNDO.rest);
  const trace = await recordTrace(session, CATEGORIES, async () => {
    await page.keyboard.press('z');
    await sleep(UNDO.rest);
  });
  await page.keyboard.up('ControlOrMeta');
  return costOf(trace);
}

/** The screen is drawn only when something on it has changed. */
function costOf(trace: readonly TraceEvent[]): Cost {
  const key = trace.find(({ name, type }) => name === 'EventDispatch' && type === 'keydown');
  if (key === undefined) throw new Error('The key was not seen.');
  const later = trace.filter(({ at }) => at > key.at);
  const drawings = later.filter(({ name }) => name === 'DirectRenderer::DrawFrame');
  const last = drawings.at(-1);
  if (last === undefined) throw new Error('Nothing was drawn.');
  const before = drawings.at(-2)?.at ?? key.at;
  const commits = later.filter(({ name, duration }) => name === 'Commit' && duration > 0);
  const paints = later.filter(({ name }) => name === 'Paint');
  /** Elements were painted for it; a canvas alone leaves no such trace. */
  const isPainted = (index: number): boolean =>
    paints.some(
      ({ at }) => at > (commits[index - 1]?.at ?? key.at) && at < (commits[index]?.at ?? 0),
    );
  const shown = commits.flatMap(({ at }, index) => (at > before && at < last.at ? [index] : []));
  const index = shown.findLast(isPainted) ?? shown.at(-1);
  if (index === undefined) throw new Error('No frame belongs to the last drawing.');
  return { milliseconds: last.at + last.duration - key.at, frames: index + 1 };
}
