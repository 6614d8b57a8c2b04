/** The player: frames by key, saved frames and ranges, and files that cannot be played. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { measureClip, smallMp4, withBrokenSound, withTones } from '../../electron/testing/clips.ts';
import { FRAME_SETTINGS_KEY, textOfPng } from '../../renderer/viewer/clips/png-text.ts';
import { upload } from '../flows/window.ts';
import { expect, test, type Service } from '../support/gesso.ts';
import { noiseRgb, putFile } from '../support/pictures.ts';

const SIZE = { width: 320, height: 192 };

test('steps through a clip, and saves parts of it @second', async ({ open, folder, service }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: service });
  await makeClip(page, folder, service);

  const cards = page.getByRole('feed', { name: 'Clips' }).getByRole('article');
  const card = await test.step('the window makes the still, whichever clip is open', async () => {
    const card = cards.first();
    await expect(card.getByText('Sent picture')).toBeHidden();
    await card.getByRole('button', { name: /^Open SVD/u }).click();
    return card;
  });

  const body = await test.step('makes another clip meanwhile, whose file is invalid', async () => {
    const body = '\0\0\0\u0018ftypisom\0\0\u0002\0isomiso2 and no film at all';
    await service.fault({ path: '/storage/*', kind: 'answer', status: 200, body });
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(cards).toHaveCount(2);
    return body;
  });

  const frame = page.getByRole('slider', { name: 'Frame', exact: true });
  await test.step('starts nothing automatically with reduced motion', async () => {
    await expect(frame).toHaveAttribute('aria-valuetext', 'Frame 1 of 14, 0.00 s');
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
    for (const [key, shown] of [
      ['ArrowRight', 'Frame 2 of 14, 0.17 s'],
      [',', 'Frame 1 of 14, 0.00 s'],
      ['End', 'Frame 14 of 14, 2.17 s'],
      ['.', 'Frame 1 of 14, 0.00 s'],
      [',', 'Frame 14 of 14, 2.17 s'],
      ['Shift+ArrowLeft', 'Frame 8 of 14, 1.17 s'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(frame, key).toHaveAttribute('aria-valuetext', shown);
    }
  });

  await test.step('J and L step single frames while K is held; L alone plays, K stops', async () => {
    await page.keyboard.down('k');
    await page.keyboard.press('l');
    await expect(frame).toHaveAttribute('aria-valuenow', '9');
    await page.keyboard.press('j');
    await expect(frame).toHaveAttribute('aria-valuenow', '8');
    await page.keyboard.up('k');
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
    await page.keyboard.press('l');
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await expect(frame).not.toHaveAttribute('aria-valuenow', '8');
    await page.keyboard.press('k');
  });

  await test.step('pauses while another screen is in front, and then plays on', async () => {
    await page.keyboard.press('l');
    await page.getByRole('button', { name: 'Training', exact: true }).click();
    const play = { name: 'Play', exact: true, includeHidden: true } as const;
    await expect(page.getByRole('button', play)).toBeAttached();
    await page.getByRole('button', { name: 'Video', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
    await page.keyboard.press('k');
    await page.keyboard.press('Home');
  });

  await test.step('saves a frame at full size, with its number and its settings', async () => {
    for (let step = 0; step < 4; step++) await page.keyboard.press('.');
    const png = await saved(page, () => page.keyboard.press('s'));
    expect(png.name).toMatch(/^dunes_video_seed-\d+_1_frame_005\.png$/u);
    const { width, height, format } = await sharp(png.bytes).metadata();
    expect({ width, height, format }).toEqual({ ...SIZE, format: 'png' });
    const note: unknown = JSON.parse(textOfPng(png.bytes, FRAME_SETTINGS_KEY) ?? '');
    expect(note).toMatchObject({
      frame: 5,
      request: { kind: 'video', parameters: { model: 'SVD' } },
    });
  });

  const player = page.getByRole('region', { name: 'Player' });
  await test.step('saves a range of four frames as a film and as a GIF', async () => {
    await page.keyboard.press('i');
    for (let step = 0; step < 3; step++) await page.keyboard.press('.');
    await page.keyboard.press('o');
    for (const [item, type, count] of [
      ['Save range as MP4…', 'video/mp4', 4],
      ['Save range as GIF…', 'image/gif', 4],
    ] as const) {
      await page.getByRole('button', { name: 'More actions for this clip' }).click();
      const range = await saved(page, () => page.getByRole('menuitem', { name: item }).click());
      expect(range.name).toMatch(/^dunes_video_seed-\d+_1_frames_005-008\.(?:mp4|gif)$/u);
      const { facts } = await measureClip(range.path, type);
      expect(facts).toMatchObject({ ...SIZE, frameCount: count });
      expect(facts?.frameTimes.at(-1)).toBeCloseTo(667, -1.5);
    }

    // the sent picture covers the frame while the key is held
    await page.keyboard.down('\\');
    const sent = player.getByText('Sent picture', { exact: true });
    await expect(sent).toBeVisible();
    await page.keyboard.up('\\');
    await expect(sent).toBeHidden();
  });

  await test.step('reports a file that begins like an mp4 and is none, and still shows and saves it', async () => {
    await done(page);
    await card.getByRole('button', { name: /^Open SVD/u }).click();
    await expect(player.getByRole('alert')).toContainText('damaged or incomplete');
    const file = await saved(page, () => player.getByRole('button', { name: 'Save as…' }).click());
    expect(file.bytes.toString('latin1')).toBe(body);
    await expect(player.getByRole('button', { name: 'Show' })).toBeVisible();
  });
});

test('plays clips with sound in step with frames @second', async ({ open, folder, service }) => {
  const { page } = await open({ viewport: { width: 1440, height: 900 }, account: service });
  const plain = await smallMp4(4, { ...SIZE, rate: 2 });
  await answerWith(service, await withTones(plain, [500, 1000, 1500, 2000], 0.5));
  await makeClip(page, folder, service);
  const feed = page.getByRole('feed', { name: 'Clips' });
  const openClip = feed.getByRole('button', { name: /^Open SVD/u }).first();
  await openClip.click();

  const frame = page.getByRole('slider', { name: 'Frame', exact: true });
  await expect(frame).toHaveAttribute('aria-valuetext', 'Frame 1 of 4, 0.00 s');
  await page.keyboard.press('.');
  await expect(frame).toHaveAttribute('aria-valuetext', 'Frame 2 of 4, 0.50 s');

  const mute = page.getByRole('button', { name: 'Mute', exact: true });
  await expect(mute).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('m');
  await expect(mute).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Volume: 100 %' }).click();
  await page.getByRole('menuitemradio', { name: '50 %', exact: true }).click();
  await expect(mute).toHaveAttribute('aria-pressed', 'false');
  await mute.click();

  await page.getByRole('button', { name: 'More actions for this clip' }).click();
  await expect(page.getByText('MP4 keeps the sound; GIF has none.')).toBeVisible();
  const item = page.getByRole('menuitem', { name: 'Save range as MP4…' });
  const part = await saved(page, () => item.click());
  const { facts } = await measureClip(part.path, 'video/mp4');
  expect(facts).toMatchObject({ frameCount: 4, hasAudio: true });

  await page.reload();
  await page.getByRole('button', { name: 'Video', exact: true }).click();
  await answerWith(service, await withBrokenSound(plain));
  await openClip.click();
  await expect(mute).toHaveAttribute('aria-pressed', 'true');
  const player = page.getByRole('region', { name: 'Player' });
  const stage = await player.locator('canvas').first().elementHandle();
  await page.keyboard.press('ControlOrMeta+Enter');
  await done(page);
  await openClip.click();
  await expect(page.getByRole('button', { name: 'Volume: 50 %' })).toBeDisabled();
  await expect(mute).toHaveAttribute('aria-pressed', 'true');
  // mounting another stage would delay the first frame
  expect(await stage?.evaluate((canvas) => canvas.isConnected)).toBe(true);
  await expect(player.getByText('This computer can’t play the sound of this clip.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();
});

/** Makes the service answer the next clip with this file. */
async function answerWith(service: Service, film: Uint8Array): Promise<void> {
  const bodyBase64 = Buffer.from(film).toString('base64');
  const answer = { kind: 'answer', status: 200, contentType: 'video/mp4', bodyBase64 };
  await service.fault({ path: '/storage/*', ...answer });
}

/** Makes a clip of 14 frames and waits until it is done. */
async function makeClip(page: Page, folder: string, service: Service): Promise<void> {
  await service.post('/practice/state', { taskSpeed: 1000 });
  await page.getByRole('button', { name: 'Video', exact: true }).click();
  const picture = await noiseRgb(SIZE.width, SIZE.height).png().toBuffer();
  const path = await putFile(folder, 'dunes.png', picture);
  const form = page.getByRole('complementary', { name: 'Settings' });
  await upload(page.getByRole('button', { name: 'Open Picture…', exact: true }), path);
  await expect(form.getByText('dunes.png')).toBeVisible();
  await form.getByText('Keep', { exact: true }).click();
  await form.getByText('SVD', { exact: true }).click();
  await page.keyboard.press('ControlOrMeta+Enter');
  await done(page);
}

/** Waits for the newest clip, polling more often than usual. */
async function done(page: Page): Promise<void> {
  const card = page.getByRole('feed', { name: 'Clips' }).getByRole('article').first();
  await expect
    .poll(
      async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('online')));
        return card.getByRole('button', { name: /, Done$/u }).isVisible();
      },
      { timeout: 60_000, intervals: [50, 100, 200] },
    )
    .toBe(true);
}

/** Returns the file that an action saves. */
async function saved(page: Page, act: () => Promise<void>) {
  const waiting = page.waitForEvent('download');
  await act();
  const download = await waiting;
  const path = await download.path();
  return { name: download.suggestedFilename(), path, bytes: await readFile(path) };
}
