/** The plan of a recipe that looks into photographs: seen as it grows, stopped, gone on with, and kept. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { HostParts } from '../../electron/browser-host/run.ts';
import type { PerceptionOrder } from '../../electron/perception/messages.ts';
import { startPractising } from '../flows/studio.ts';
import { addFolder, addStep, beginRecipe } from '../flows/recipes.ts';
import { expect, test } from '../support/gesso.ts';

/** In place of the process that finds things: answers as often as the test allows, that there is nothing. */
function createHeldFinder() {
  let allowed = 0;
  const waiting: PerceptionOrder[] = [];
  let answer: (message: unknown) => void = () => undefined;
  function answerAllowed(): void {
    while (allowed > 0) {
      const order = waiting.shift();
      if (order === undefined) return;
      allowed -= 1;
      answer({ id: order.id, answer: order.kind === 'load' ? null : [] });
    }
  }
  const start: NonNullable<HostParts['startPerception']> = () => ({
    post(message) {
      waiting.push(message as PerceptionOrder);
      // as from another process
      setImmediate(answerAllowed);
    },
    onMessage(listener) {
      answer = listener;
    },
    onEnd() {},
    kill() {},
  });
  return {
    start,
    allow(count: number): void {
      allowed += count;
      answerAllowed();
    },
  };
}

test('a plan that takes a while says how far it is, stops, and is still there later', async ({
  open,
  folder,
}) => {
  const set = join(folder, 'series');
  await mkdir(set);
  for (const [index, background] of ['#a33', '#3a3', '#33a', '#aa3'].entries()) {
    await sharp({ create: { width: 600, height: 400, channels: 3, background } })
      .png()
      .toFile(join(set, `${index + 1}.png`));
  }
  const finder = createHeldFinder();
  const { page } = await open({
    viewport: { width: 1440, height: 900 },
    startPerception: finder.start,
  });
  await startPractising(page);
  await page.getByRole('button', { name: 'Recipes', exact: true }).click();
  await beginRecipe(page);
  await addStep(page, 'Remove text');
  await addFolder(page, set);

  const plan = page.getByRole('complementary', { name: 'Plan' });
  await expect(plan).toContainText('0 of 4 pictures planned');
  // calls are not spoken of before anything is known of them
  await expect(plan).not.toContainText('0 calls');
  await plan.getByRole('button', { name: 'Stop planning' }).click();
  await expect(plan).toContainText('Planning is stopped. You can start now');
  await expect(plan.getByRole('button', { name: 'Run on 4 pictures' })).toBeEnabled();
  await plan.getByRole('button', { name: 'Go on planning' }).click();
  // the one under way when planning was stopped is no longer wanted, or it is the first
  finder.allow(2);
  await expect(plan).toContainText(/[12] of 4 pictures planned · .+ left/u);
  finder.allow(Number.POSITIVE_INFINITY);
  await expect(plan).toContainText('4 pictures · no calls expected');
  await page.reload();
  await page.getByRole('button', { name: 'Recipes', exact: true }).click();
  await expect(plan).toContainText('4 pictures · no calls expected');
});
