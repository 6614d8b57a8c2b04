/** The first minute on each screen, in practice: each has something to start with. */
import { join } from 'node:path';
import type { Page } from 'playwright';
import { boxOf, startPractising } from '../flows/studio.ts';
import { wordsInSight } from '../flows/words.ts';
import { expect, test } from '../support/gesso.ts';
import { findNothing } from '../support/inner-host.ts';

test('Video shows a sample, its clip in progress, then plays it @second', async ({ open }) => {
  const { page } = await open({ account: 'practice', startPerception: findNothing });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('button', { name: 'Video', exact: true }).click();
  const make = page.getByRole('button', { name: 'Make clip' });
  // the line above the button says why it cannot be pressed
  await expect(make).toHaveAccessibleDescription(/^Add a picture first/u);
  await page.getByRole('button', { name: 'Use the sample' }).click();
  const settings = page.getByRole('complementary', { name: 'Settings' });
  await expect(settings.getByText('1600 × 2403 px')).toBeVisible();
  await make.click();
  const player = page.getByRole('region', { name: 'Player' });
  await expect(player.getByRole('img', { name: 'Sent picture' })).toBeVisible();
  const frame = player.getByRole('slider', { name: /frame/iu });
  await expect(frame).toBeVisible({ timeout: 60_000 });
  await expect(frame).not.toHaveAttribute('aria-valuenow', '1');
  // the whole card opens the clip
  await page.keyboard.press('Escape');
  const card = page.getByRole('feed', { name: 'Clips' }).getByRole('article');
  await card.click();
  await expect(card).toHaveAttribute('aria-current', 'true');
});

test('the other screens offer a sample to try @second', async ({ open }) => {
  const { page } = await open({ account: 'practice', startPerception: findNothing });
  const go = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await go('Faces');
  await go('Use the sample');
  await expect(page.getByText('admiral.jpg', { exact: true }).last()).toBeVisible();
  await expect(page.getByText('astronaut.jpg', { exact: true }).last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Merge faces' })).toBeEnabled();

  await go('Upscale');
  await go('Use the sample');
  await expect(page.getByText('640 × 360 px', { exact: true }).first()).toBeVisible();
  // while it is enlarged, the stage shows it with the progress
  await page
    .getByRole('complementary', { name: 'Settings' })
    .getByRole('button', { name: /^Upscale to/u })
    .click();
  await expect(page.getByRole('region', { name: 'Sent picture' })).toBeVisible();

  await go('Recipes');
  await page.getByRole('button', { name: 'Use sample pictures' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'postcard.jpg' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Run on \d$/u })).toBeEnabled();

  await go('Training');
  await page.getByRole('button', { name: 'Use samples' }).click();
  await expect(page.getByText('broken.jpg').first()).toBeVisible();
  await expect(page.getByText('copy.jpg').first()).toBeVisible();
  // selecting a file does not move the counters of the set, and Escape deselects it
  await page.getByRole('row').filter({ hasText: 'broken.jpg' }).click();
  const panel = page.getByRole('complementary', { name: 'Training set' });
  await expect(panel.getByText('1 file selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel.getByText('1 file selected')).toBeHidden();

  await go('Language');
  await page.getByRole('button', { name: /^Write three captions/u }).click();
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue(
    /^Write three captions/u,
  );
  await page.getByText('Completion', { exact: true }).first().click();
  // a document exists at once, and answers have the length of a paragraph
  await expect(page.getByRole('textbox', { name: 'Length' })).toHaveValue('160');
  await page.getByRole('button', { name: 'Use an example' }).click();
  await expect(page.locator('.cm-line').first()).toHaveText(/^Five ways to photograph a bowl/u);
  await expect(page.getByRole('button', { name: 'Use an example' })).toBeHidden();
  // practice is free, so the model continues at once
  await expect(page.getByRole('group', { name: 'Answer', exact: true })).toBeVisible();
});

test('opens a screen with its sample from the first page', async ({ open }) => {
  const { page } = await open();
  await page.getByRole('button', { name: 'Connect an account…' }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  // an unreachable service: its field has the focus, and Escape still leaves
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
  const address = page.getByRole('textbox', { name: 'Service address' });
  await address.fill('http://127.0.0.1:9');
  await page.getByLabel('API key', { exact: true }).fill('a-key');
  await page.getByRole('button', { name: 'Check and save' }).click();
  await expect(page.getByText(/^Nothing answers at 127\.0\.0\.1:9\./u)).toBeVisible();
  await expect(address).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('offline'))); // all of it is on this computer
  await example(page, 'Upscale').click();
  await expect(page.getByText(/dandelions-small\.jpg/u).first()).toBeVisible();
});

test('the buttons of an empty Studio do not move', async ({ openProcess: open }) => {
  const { page } = await open();
  // in every frame, as a press that begins before a move would be lost
  const places = await page.evaluateHandle(() => {
    const seen = new Set<string>();
    const look = (): void => {
      const { x, y } = document.querySelector('h2 ~ * button')?.getBoundingClientRect() ?? {};
      if (x !== undefined) seen.add(`${x}, ${y}`);
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  await startPractising(page);
  await expect(page.getByRole('button', { name: /^Mountain path/u })).toBeVisible();
  expect(await places.evaluate((seen) => [...seen])).toHaveLength(1);
});

test('the first page shows six pictures with few words', async ({ open }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 } });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Clean up, enlarge/u);
  const examples = page.getByRole('navigation', { name: 'Examples' });
  await expect(examples.getByRole('button')).toHaveCount(6);
  const pictures = examples.locator('img');
  await expect(pictures).toHaveCount(7);
  for (const picture of await pictures.all()) {
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  }
  expect(await wordsInSight(page)).toBeLessThanOrEqual(93);

  const line = page.getByRole('slider', { name: 'Split line' });
  await expect(line).toHaveAttribute('aria-valuenow', '50');
  await line.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(line).toHaveAttribute('aria-valuenow', '40');
  const box = await boxOf(line);
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 200, y, { steps: 4 });
  await page.mouse.up();
  await expect(line).not.toHaveAttribute('aria-valuenow', '40');
  await expect(line).toBeVisible(); // dragging the line does not click the example

  await page.getByRole('button', { name: 'Photo credits' }).click();
  await expect(page.getByRole('dialog')).toContainText('Trevor “Freespace”, CC BY 4.0');
});

test('the first page starts Faces and Recipes with samples @second', async ({ open, folder }) => {
  const faces = await open({
    dataFolder: join(folder, 'faces'),
    startPerception: findNothing,
  });
  await example(faces.page, 'Faces').click();
  await expect(faces.page.getByText(/admiral\.jpg/u).first()).toBeVisible();
  await expect(faces.page.getByText(/astronaut\.jpg/u).first()).toBeVisible();
  await faces.quit();

  const recipes = await open({
    dataFolder: join(folder, 'recipes'),
    startPerception: findNothing,
  });
  await example(recipes.page, 'Recipes').click();
  await expect(recipes.page.getByText(/postcard\.jpg/u).first()).toBeVisible();
  await expect(recipes.page.getByText(/bridge-cables\.jpg/u).first()).toBeVisible();
});

/** Returns the example of a screen on the first page. */
function example(page: Page, screen: string) {
  return page
    .getByRole('navigation', { name: 'Examples' })
    .getByRole('button', { name: new RegExp(`^${screen}: `, 'u') });
}
