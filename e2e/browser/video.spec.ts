/** Video: from a picture to clips that are played, repeated, swept, rated and found again. */
import type { Locator, Page } from 'playwright';
import sharp from 'sharp';
import { expectAccessible } from '../flows/axe.ts';
import { boxOf, dropFile, openPhoto } from '../flows/studio.ts';
import { download, pickItem, pickOption, reload, upload } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';
import { findNothing } from '../support/inner-host.ts';
import { putFile } from '../support/pictures.ts';
import { hurry, untilShown } from '../support/tasks.ts';
import { setPrice } from '../support/prices.ts';

const SEED = '123456789012345678';
/** Which part of a picture keeps a head in is tested with the models. */
const WINDOW = { viewport: { width: 1440, height: 900 }, startPerception: findNothing } as const;

test('makes a clip, and keeps it after a reload', async ({ open, folder, service }) => {
  await hurry(service);
  const { page } = await open({ ...WINDOW, account: service });
  await showVideo(page);
  const form = page.getByRole('complementary', { name: 'Settings' });
  const make = form.getByRole('button', { name: 'Make clip' });
  await choosePicture(page, folder, 'harbour.png', 320, 180);
  await form.getByText('SVD', { exact: true }).click();
  const motion = form.getByRole('textbox', { name: 'Motion' });
  await motion.fill('300');
  await expect(
    form.getByText('Motion must be a whole number from 1 to 255, not 300.').first(),
  ).toBeVisible();
  await expect(make).toHaveAttribute('aria-disabled', 'true');
  await motion.fill('60');
  await setPrice(page, 'Video', '0.1');
  await expect(form.getByText('$0.10', { exact: true })).toBeVisible();
  await make.click();
  const cards = page.getByRole('feed', { name: 'Clips' }).getByRole('article');
  await expect(cards).toHaveCount(1);
  await reload(page); // while the clip is made
  await showVideo(page);
  await done(page, cards.first());
  await cards
    .first()
    .getByRole('button', { name: /^Open SVD/u })
    .click();
  await expect(page.getByText(/^\d+ \/ 14,/u)).toBeVisible();
  await expect(motion).toHaveValue('60');
  expect(await service.requests('/v3/async/img2video')).toHaveLength(1);
  await page.keyboard.press('Delete');
  await expect(cards).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards).toHaveCount(1);

  // a clip that is rated out of the shown ones stays open, so that it can be rated back
  const card = cards.first().getByRole('button', { name: /^Open SVD/u });
  await card.click();
  await page.getByRole('button', { name: 'Show by stars' }).click();
  await page.getByRole('group', { name: 'Show clips with at least' }).getByLabel('3 stars').click();
  await page.keyboard.press('Escape');
  await expect(cards).toHaveCount(0);
  await page.keyboard.press('3');
  await expect(cards).toHaveCount(1);
});

test('makes, repeats, filters and saves clips @second', async ({ open, folder, service }) => {
  await hurry(service);
  const { page } = await open({ ...WINDOW, account: service });
  await showVideo(page);
  await expect(page.getByRole('feed', { name: 'Clips' })).toHaveCount(0);
  const form = page.getByRole('complementary', { name: 'Settings' });
  const make = form.getByRole('button', { name: 'Make clip' });
  await expect(make).toHaveAttribute('aria-disabled', 'true');

  await test.step('reduces a picture that is too large, and marks the cropped area', async () => {
    await choosePicture(page, folder, 'harbour.png', 2100, 210);
    const stage = page.getByRole('region', { name: 'Picture on the stage' });
    await expect(
      page.getByText(/^Sent as 2048 × 205 px \(the limit\), 82 % cut off/u),
    ).toBeVisible();
    await expect(make).not.toHaveAttribute('aria-disabled', 'true');
    await expect(stage.getByText('1024 × 576, expected')).toBeVisible();
    const frame = stage.locator('canvas[data-frame]');
    await expect(frame).toHaveAttribute('width', '1024');
    await expect(frame).toHaveAttribute('height', '576');
    await form.getByText('Keep', { exact: true }).click();
    await expect(page.getByText(/clip 1024 × 102 px expected$/u)).toBeVisible();
  });

  const motion = form.getByRole('textbox', { name: 'Motion' });
  const cards = await test.step('leaves unset values unset, and sends the others', async () => {
    await expect(motion).toHaveAttribute('placeholder', 'Auto');
    await form.getByText('SVD', { exact: true }).click();
    await expect(form.getByText('1 call, 14 frames, 2.3 s')).toBeVisible();
    await motion.fill('60');
    await form.getByRole('textbox', { name: 'Seed' }).fill(SEED);
    await form.getByRole('button', { name: 'Keep this seed' }).click();

    await page.keyboard.press('ControlOrMeta+Enter');
    const clips = page.getByRole('feed', { name: 'Clips' });
    const cards = clips.getByRole('article');
    await expect(cards).toHaveCount(1);
    await done(page, cards.first());
    const [video] = await service.requests('/v3/async/img2video');
    const picture = await sharp(await service.sent(video?.id, 'image')).metadata();
    expect([picture.width, picture.height]).toEqual([2048, 205]);
    await cards
      .first()
      .getByRole('button', { name: /^Open SVD/u })
      .click();
    await expect(page.getByText(/^1 \/ 14,/u)).toBeVisible();
    await expect(cards.first().getByText('SVD, Keep, motion 60')).toBeVisible();
    await expect(cards.first().getByText(`Seed ${SEED}`)).toBeVisible();
    await page.getByText('Picture', { exact: true }).first().click();
    await expect(page.getByText(/clip 1024 × 102 px like your last ones$/u)).toBeVisible();
    await page.getByText('Clip', { exact: true }).first().click();
    return cards;
  });

  await test.step('keeps the clip, the settings and the picture after a reload', async () => {
    await page.keyboard.press('4');
    await expect(cards.first().getByRole('img', { name: '4 stars' })).toBeVisible();
    await reload(page);
    await showVideo(page);
    await expect(cards).toHaveCount(1);
    await expect(motion).toHaveValue('60');
    await expect(form.getByText('2100 × 210 px', { exact: true })).toBeVisible();
  });

  await test.step('a letter key prepares a request and sends nothing', async () => {
    await page.keyboard.press('ArrowDown');
    await expect(cards.first()).toHaveAttribute('aria-current', 'true');
    await page.keyboard.press('r');
    await expect(page.getByText('The form has these settings and a new seed.')).toBeVisible();
    await expect(form.getByRole('textbox', { name: 'Seed' })).not.toHaveValue(SEED);
    await expect(form.getByRole('button', { name: 'Don’t reduce' })).toBeVisible();
    expect(await service.requests('/v3/async/img2video')).toHaveLength(1);
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(cards).toHaveCount(2);
    await done(page, cards.first());
  });

  await test.step('plays a clip under the pointer without moving its text', async () => {
    const card = cards.first();
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await card.hover();
    const moving = card.locator('canvas');
    await expect(moving).toBeVisible();
    const words = await boxOf(card.getByText('SVD, Keep, motion 60'));
    const picture = await boxOf(moving);
    expect(picture.x + picture.width).toBeLessThanOrEqual(words.x);
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  await test.step('filters by stars', async () => {
    await page.getByRole('button', { name: 'Show by stars' }).click();
    await page
      .getByRole('group', { name: 'Show clips with at least' })
      .getByRole('button', { name: '4 stars' })
      .click();
    await expect(cards).toHaveCount(1);
    await page
      .getByRole('group', { name: 'Show clips with at least' })
      .getByRole('button', { name: '4 stars' })
      .click();
    await expect(cards).toHaveCount(2);
    await page.keyboard.press('Escape');
  });

  await test.step('restores the settings from a clip’s file that is dropped on the window', async () => {
    await motion.fill('200');
    await cards
      .last()
      .getByRole('button', { name: /^More actions/u })
      .click();
    const { bytes: file } = await download(page.getByRole('menuitem', { name: 'Save as…' }));
    await dropFile(page, await putFile(folder, 'renamed.mp4', file));
    await expect(page.getByText('The form has the settings of this clip.')).toBeVisible();
    await expect(motion).toHaveValue('60');

    await form.getByRole('button', { name: 'Advanced' }).click();
    await startSweep(page);
    await expectNoViolations(page);
  });
});

test('a sweep waits, stops in part, is compared @second', async ({ open, folder, service }) => {
  await hurry(service);
  const { page } = await open({ ...WINDOW, account: service });

  const form = page.getByRole('complementary', { name: 'Settings' });
  const sweep = form.getByRole('radiogroup', { name: 'Clips' });
  const cards = page.getByRole('feed', { name: 'Clips' }).getByRole('article');
  const panel = page.getByRole('region', { name: 'Clips' });
  await test.step('sends the photo from the Studio with its results', async () => {
    await openPhoto(page, await putFile(folder, 'pier.png', await picture(320, 200)));
    const send = async () => {
      await pickItem(page.getByRole('button', { name: 'Send to' }), 'Video');
    };
    await send();
    await expect(page.getByRole('button', { name: 'Video', exact: true })).toBeFocused();
    await expect(form.getByText('320 × 200 px', { exact: true })).toBeVisible();
    await expect(page.locator('canvas[data-frame]')).toHaveAttribute('width', '1024');
    await page.getByRole('button', { name: 'Studio', exact: true }).click();
    await send();
    await expect(page.locator('canvas[data-frame]')).toHaveAttribute('width', '1024');
    await form.getByText('Whole', { exact: true }).click();
    await expect(page.getByText(/^Sent whole as 1024 × 576 px/u)).toBeVisible();
    await form.getByText('Keep', { exact: true }).click();
    await form.getByText('SVD', { exact: true }).click();

    await startSweep(page);
    await sweep.getByText('4', { exact: true }).click();
    await expect(form.getByText(/the last one in 1:00 \(at most 2 a minute\)/u)).toBeVisible();
    await form.getByRole('button', { name: 'Make 4 clips' }).click();
    await expect(cards).toHaveCount(4);
    await expect(panel.getByText(/2 waiting/u).first()).toBeVisible();
    await panel.getByRole('button', { name: 'Cancel 2 waiting' }).click();
    await expect(page.getByText('Cancelled 2 clips.')).toBeVisible();
    await done(page, cards.nth(0));
    await done(page, cards.nth(1));
    await expect(page.getByRole('region', { name: 'Compare' })).toBeVisible();
    expect(await service.requests('/v3/async/img2video')).toHaveLength(2);
  });

  await test.step('a click focuses a clip, and a digit rates it', async () => {
    const compare = page.getByRole('region', { name: 'Compare' });
    const names = compare.getByRole('button', { name: /frame \d+ of 14$/u });
    await expect(names).toHaveCount(2);
    await expect(names.first()).toHaveAttribute('aria-pressed', 'true');
    const { width, height } = await boxOf(compare);
    await compare.click({ position: { x: width * 0.75, y: height / 2 } });
    await expect(names.last()).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('3');
    const rated = page.getByRole('feed', { name: 'Clips' }).getByRole('img', { name: '3 stars' });
    await expect(rated).toHaveCount(1);
  });

  await test.step('moves a clip by dragging its name and by key', async () => {
    const names = page
      .getByRole('region', { name: 'Compare' })
      .getByRole('button', { name: /frame \d+ of 14$/u });
    const order = async () =>
      (await names.allTextContents()).map((text) => text.replace(/ frame.*$/u, ''));
    const before = await order();
    const [from, to] = [await boxOf(names.first()), await boxOf(names.last())];
    await page.mouse.move(from.x + 10, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y + 60, { steps: 4 });
    await page.keyboard.press('Escape'); // cancels
    await page.mouse.up();
    expect(await order()).toEqual(before);
    await page.mouse.move(from.x + 10, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(to.x + 10, to.y + 60, { steps: 4 });
    await page.mouse.up();
    await expect.poll(order).toEqual(before.toReversed());
    // the clip is still the one in focus
    await page.keyboard.press('Shift+ControlOrMeta+ArrowLeft');
    await expect.poll(order).toEqual(before);
  });

  await test.step('the preview in Tasks steps through frames, and Space closes it', async () => {
    await page.getByRole('button', { name: 'Tasks', exact: true }).click();
    const tasks = page.getByRole('treegrid', { name: 'Tasks' });
    await tasks.getByText('Video sweep by motion').click();
    await page.keyboard.press('Enter'); // the group’s clips
    const clips = tasks.locator('[role=row][aria-level="2"]');
    await clips.filter({ hasNotText: 'Stopped' }).first().click();
    await page.keyboard.press(' ');
    const look = page.getByRole('dialog', { name: /^Video: / });
    const player = look.getByRole('group', { name: 'Player' });
    await expect(player.getByText(/^Frame \d+ of 14/u)).toBeVisible();
    await page.keyboard.press('ArrowLeft'); // a step stops the clip
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await expect(player.getByText(/^Frame 13 of 14/u)).toBeVisible();
    await player.getByRole('button', { name: 'Next frame' }).click();
    await expect(player.getByText(/^Frame 14 of 14/u)).toBeVisible();
    await page.keyboard.press(' ');
    await expect(look).toBeHidden();
    await showVideo(page);
  });

  await test.step('opens one card, and shows more like the selected one', async () => {
    await panel.getByRole('button', { name: 'All clips', exact: true }).click();
    await expect(cards).toHaveCount(1);
    await expect(panel).toContainText(/^Clips4/u);
    await cards
      .first()
      .getByRole('button', { name: /^Open Motion sweep/u })
      .click();
    await pickItem(
      cards.nth(1).getByRole('button', { name: 'More actions for Motion 103' }),
      'More like this',
    );
    await expect(form.getByRole('textbox', { name: 'Motion of clip 1' })).toHaveValue('65');
    await expect(form.getByRole('textbox', { name: 'Motion of clip 4' })).toHaveValue('141');
  });
});

async function showVideo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Video', exact: true }).click();
  await expect(page.getByRole('complementary', { name: 'Settings' })).toBeVisible();
}

function picture(width: number, height: number): Promise<Buffer> {
  // soft stripes: quickly encoded, and no two parts are alike
  const pixels = Uint8Array.from({ length: width * 3 }, (_, index) => (index * 5) % 251);
  return sharp(pixels, { raw: { width, height: 1, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

async function choosePicture(
  page: Page,
  folder: string,
  name: string,
  width: number,
  height: number,
): Promise<void> {
  const path = await putFile(folder, name, await picture(width, height));
  await upload(page.getByRole('button', { name: 'Open Picture…', exact: true }), path);
  await expect(page.getByText(`${width} × ${height} px`, { exact: true })).toBeVisible();
}

/** Waits for a clip. */
async function done(page: Page, card: Locator): Promise<void> {
  await untilShown(page, card.getByRole('button', { name: /, Done$/u }));
}

async function startSweep(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sweep one setting' }).click();
  await pickOption(page.getByRole('combobox', { name: 'Setting' }), 'Motion');
}

async function expectNoViolations(page: Page): Promise<void> {
  await expect(page.locator('[data-position] [role="alert"]')).toHaveCount(0);
  await expectAccessible(page);
}
