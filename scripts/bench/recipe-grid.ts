/** The window with a run's cards in front, while a service answers at once: how busy its main thread is. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { expect } from 'playwright/test';
import { recipeFileUrl } from '../../shared/media.ts';
import { connectToHost, type BackendLine } from './backend-line.ts';
import type { BenchContext } from './context.ts';
import type { Figure } from './figure.ts';
import { withHost, withPage } from './gesso.ts';
import { startSinkProcess } from './server-process.ts';
import { medianOf } from './statistics.ts';

const GRID = {
  atOnce: 4,
  /** Of the time until the run is finished. */
  most: 0.05,
} as const;

const NAME = 'Measured';

/** @param set a folder of pictures @param picture a file that is the service's answer */
export async function measureRecipeGrid(
  context: BenchContext,
  set: string,
  picture: string,
): Promise<readonly Figure[]> {
  const busy: number[] = [];
  const files = (await readdir(set)).length;
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`recipes, the window: ${repetition + 1} of ${context.repeat}`);
    busy.push(await busyShare(context, set, picture));
  }
  const share = medianOf(busy, (each) => each);
  return [
    {
      name: `${files} files, their cards in front: main thread busy`,
      unit: '%',
      gesso: share,
      bound: { text: `< ${GRID.most * 100} %`, isMet: share < GRID.most },
    },
  ];
}

async function busyShare(context: BenchContext, set: string, picture: string): Promise<number> {
  await using service = await startSinkProcess(picture);
  return await withHost(context, async (host) => {
    const line = await connectToHost(host.url);
    try {
      const runId = await draftOf(line, service.baseUrl, set);
      return await withPage(context, async (page) => {
        await page.context().addCookies([...line.cookies]);
        await page.goto(new URL(host.url).origin);
        await page.getByRole('button', { name: 'Recipes', exact: true }).click();
        return await measured(page, line, runId);
      });
    } finally {
      line.close();
    }
  });
}

async function draftOf(line: BackendLine, baseUrl: string, set: string): Promise<string> {
  const { backend } = line;
  const { id } = await backend.connections.add({ name: 'Sink', baseUrl, key: 'none' });
  await backend.connections.activate({ connectionId: id });
  await backend.settings.update({ imageCallsPerMinute: 1000, concurrentCalls: GRID.atOnce });
  const { runId } = await backend.recipes.draft({});
  for (const name of await readdir(set)) {
    const body = new Uint8Array(await readFile(join(set, name)));
    const file = { name, folder: '', byteLength: body.length, modifiedAt: 1 };
    const { status } = await line.fetch(recipeFileUrl(runId, file), { method: 'POST', body });
    if (status !== 204) throw new Error(`A file was not taken: ${status}.`);
  }
  return runId;
}

async function measured(page: Page, { backend }: BackendLine, runId: string): Promise<number> {
  const steps = [
    { kind: 'remove-text', detail: 'full', where: 'whole' },
    { kind: 'crop', turn: 0, mirror: true },
    {
      kind: 'save',
      format: 'jpeg',
      quality: 85,
      lossless: false,
      exif: 'none',
      namePattern: '{name}',
      when: 'at-once',
    },
  ] as const;
  await backend.recipes.start({ runId, recipe: { name: NAME, steps }, stored: 'ignore' });
  await page.getByRole('button', { name: new RegExp(`^${NAME} · `, 'u') }).click();
  await expect(page.getByRole('grid', { name: 'Files of the run' })).toBeVisible();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const before = await taskSeconds(session);
  const began = performance.now();
  await untilDone(backend, runId); // a look at the page would be work of its own
  const seconds = (performance.now() - began) / 1000;
  return ((await taskSeconds(session)) - before) / seconds;
}

async function untilDone(backend: BackendLine['backend'], runId: string): Promise<void> {
  for await (const runs of await backend.recipes.runChanges()) {
    const run = runs.find(({ id }) => id === runId);
    if (run?.state === 'done') return;
    if (run?.state === 'paused') throw new Error('The run was paused.');
  }
}

/** Work of the page's main thread so far. */
async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}
