/** A document of 50,000 tokens with probabilities beside one of 1,000: the cost of a frame while a model writes. */
import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { CDPSession, Page } from 'playwright';
import { connectAccount } from '../../e2e/flows/studio.ts';
import { startHost } from '../../e2e/support/host-process.ts';
import type { BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { withPage } from './gesso.ts';
import { startPracticeProcess, type PracticeProcess } from './practice-process.ts';
import { medianOf } from './statistics.ts';

const DOCUMENT = {
  /** Tokens that are there before the model writes. */
  few: 1_000,
  many: 50_000,
  /** Pace of the model, a second. */
  tokensPerSecond: 100,
  /** Tokens of the answer before the measurement, and in it. */
  warm: 100,
  measured: 400,
  /** A frame beside that of the short document. */
  bound: 1.3,
} as const;

/** One measurement. */
interface Use {
  /** Main thread for each frame, ms. */
  readonly frame: number;
  /** Main thread while the tokens come, a share. */
  readonly busy: number;
}

/** See the file comment. */
export async function measureDocument(context: BenchContext): Promise<readonly Figure[]> {
  await using service = await startPracticeProcess();
  await setSpeed(service);
  const few: Use[] = [];
  const many: Use[] = [];
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`document: ${repetition + 1} of ${context.repeat}`);
    few.push(await measure(context, service, DOCUMENT.few));
    many.push(await measure(context, service, DOCUMENT.many));
  }
  return [
    withRatioBound(
      {
        name: '50,000 tokens: main thread for a frame while a model writes',
        unit: 'ms',
        gesso: medianOf(many, ({ frame }) => frame),
        baseline: { name: '1,000 tokens', value: medianOf(few, ({ frame }) => frame) },
      },
      DOCUMENT.bound,
    ),
    {
      name: '50,000 tokens: main thread busy',
      unit: '%',
      gesso: medianOf(many, ({ busy }) => busy),
      baseline: { name: '1,000 tokens', value: medianOf(few, ({ busy }) => busy) },
    },
  ];
}

async function setSpeed({ baseUrl, key }: PracticeProcess): Promise<void> {
  const { tokensPerSecond } = DOCUMENT;
  const answer = await fetch(`${baseUrl}/practice/speed`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tokensPerSecond, firstTokenMilliseconds: 100 }),
  });
  if (!answer.ok) throw new Error('The speed was refused.');
}

async function measure(
  context: BenchContext,
  service: PracticeProcess,
  tokens: number,
): Promise<Use> {
  const folder = await mkdtemp(join(context.folder, 'document-'));
  const dataFolder = join(folder, 'data');
  const script = join(import.meta.dirname, 'processes', 'fill-document.ts');
  await promisify(execFile)(process.execPath, [script, folder, dataFolder, String(tokens)]);
  const host = await startHost(['--data-dir', dataFolder]);
  try {
    return await withPage(context, async (page) => {
      await page.goto(host.url);
      await connectAccount(page, service.baseUrl, service.key);
      await page.getByRole('button', { name: 'Language', exact: true }).click();
      return await write(page);
    });
  } finally {
    await host.kill();
  }
}

/** Lets the model write at the end of the document that is open. */
async function write(page: Page): Promise<Use> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await page.locator('.cm-content .cm-probability').first().waitFor();
  await page.evaluate(() => {
    const noted = { frames: 0 };
    Object.assign(globalThis, { noted });
    requestAnimationFrame(function tick() {
      noted.frames += 1;
      requestAnimationFrame(tick);
    });
  });
  await page.getByRole('textbox', { name: 'Document', exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await untilTokens(page, DOCUMENT.warm);
  const before = await countersOf(page, session);
  await untilTokens(page, DOCUMENT.warm + DOCUMENT.measured);
  const after = await countersOf(page, session);
  const seconds = after.taskSeconds - before.taskSeconds;
  return {
    frame: (seconds * 1000) / Math.max(1, after.frames - before.frames),
    busy: seconds / (after.at - before.at),
  };
}

/** The figure below the document, which the page itself keeps up to date. */
async function untilTokens(page: Page, least: number): Promise<void> {
  await page.waitForFunction(
    (count) => {
      const line = document.querySelector('[role="group"][aria-label="Answer"]')?.textContent ?? '';
      return Number(/≈ ([\d,]+) tokens/u.exec(line)?.[1]?.replaceAll(',', '') ?? 0) >= count;
    },
    least,
    { polling: 100, timeout: 40_000 },
  );
}

async function countersOf(page: Page, session: CDPSession) {
  const { metrics } = await session.send('Performance.getMetrics');
  const frames = await page.evaluate(
    () => (globalThis as unknown as { readonly noted: { readonly frames: number } }).noted.frames,
  );
  const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return { frames, taskSeconds: read('TaskDuration'), at: read('Timestamp') };
}
