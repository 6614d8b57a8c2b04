/** The perception process without its files, and a rotated line of text. */
import sharp from 'sharp';
import { forkPerception } from '../../electron/perception/fork.ts';
import { BY_COLOURS, loopAroundTheFig, openWithObjectInHand } from '../flows/objects.ts';
import {
  chooseArea,
  openPhoto,
  resultEntry,
  runButton,
  stablePicture,
  waitUntilReady,
} from '../flows/studio.ts';
import { upload } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';
import { differingPixels, putFile } from '../support/pictures.ts';

test('selects by colour without model files, even what was accepted early @second', async ({
  open,
}) => {
  const held = Promise.withResolvers<void>();
  const { page } = await open({
    startPerception() {
      const process = forkPerception('/no such folder');
      return { ...process, post: (message) => void held.promise.then(() => process.post(message)) };
    },
    account: 'practice',
  });
  await openWithObjectInHand(page);

  await test.step('runs a selection that was accepted before its edge is exact', async () => {
    await loopAroundTheFig(page);
    await page.keyboard.press('Enter');
    await expect(page.getByText('as soon as its edge is exact')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Enter');
    held.resolve();
    await expect(resultEntry(page, 1)).toBeVisible({ timeout: 60_000 });
  });

  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await expect(runButton(page)).toBeDisabled();
  await page.keyboard.press('o');
  await loopAroundTheFig(page);
  await expect(page.getByText(BY_COLOURS)).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Enter');
  await expect(runButton(page)).toBeEnabled();

  await page.getByText('Remove text', { exact: true }).click();
  await chooseArea(page, 'Selected areas');
  await page.getByRole('button', { name: 'Find text' }).click();
  await expect(page.getByText(/Gesso can’t find things in pictures on this computer/u)).toBeVisible(
    { timeout: 60_000 },
  );
});

test('sends a rotated line of text, and keeps a head in @second', async ({ open, folder }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: 'practice' });

  await test.step('frames a rotated, translucent line of text as one box, and sends it with a run', async () => {
    await openPhoto(page, await putFile(folder, 'turned.jpg', await turnedLine()));
    await waitUntilReady(page, 'turned.jpg');
    const withLetters = await stablePicture(page);
    await page.getByText('Remove text', { exact: true }).click();
    await chooseArea(page, 'Selected areas');
    await page.getByRole('button', { name: 'Find text' }).click();
    const box = page.getByRole('group', { name: /^Text 1:/u });
    await expect(box).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('group', { name: /^Text 2:/u })).toBeHidden();
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('region', { name: 'Judge Text removal 1' })).toBeVisible({
      timeout: 60_000,
    });
    await page.getByText('Clean up', { exact: true }).click(); // the boxes are out of the picture
    expect(await differingPixels(withLetters, await stablePicture(page), 12)).toBeGreaterThan(3000);
  });

  await test.step('moves the crop of a clip to keep a head in, and resets it by a button', async () => {
    await page.getByRole('button', { name: 'Video', exact: true }).click();
    await upload(
      page.getByRole('button', { name: 'Open Picture…', exact: true }),
      'assets/samples/astronaut.jpg',
    );
    const moved = page.getByRole('button', { name: 'Centre the frame' });
    await expect(moved).toBeVisible({ timeout: 60_000 });
    await moved.click();
    await expect(moved).toBeHidden();
    await expect(page.getByText(/44 % cut off/u)).toBeVisible();
  });
});

/** A caption at 25 degrees, half transparent, over a photograph. */
async function turnedLine(): Promise<Buffer> {
  const caption = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><text x="600" y="420" font-family="Liberation Sans, sans-serif" font-size="70" fill="white" fill-opacity="0.6" text-anchor="middle" transform="rotate(-25 600 400)">AUTUMN SALE TODAY</text></svg>`,
  );
  return sharp('assets/samples/fig-in-a-bowl.jpg')
    .resize(1200, 800, { fit: 'cover' })
    .composite([{ input: caption }])
    .jpeg({ quality: 92 })
    .toBuffer();
}
