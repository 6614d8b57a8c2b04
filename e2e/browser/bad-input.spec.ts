/** Everyday mistakes: each gives a clear message, loses nothing and is never paid twice. */
import { createServer } from 'node:http';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync, crc32 } from 'node:zlib';
import { listen } from '../../electron/testing/listen.ts';
import {
  checkConnection,
  chooseFile,
  connectAccount,
  dropFile,
  openPhoto,
  paintStroke,
  resultEntry,
  runButton,
  runCleanUp,
  startPractising,
  waitUntilReady,
} from '../flows/studio.ts';
import { cleanUpCalls, CLEANUP_PATH, openOnService } from '../flows/service.ts';
import { searchCommands } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';
import { startHost, tryStartHost } from '../support/host-process.ts';
import { noiseRgb, putFile } from '../support/pictures.ts';

test.describe('files', () => {
  const cases: readonly {
    readonly name: string;
    readonly make: () => Promise<Buffer> | Buffer;
    readonly sentence: RegExp;
  }[] = [
    {
      name: 'cut off.jpg',
      make: async () => {
        const whole = await noiseRgb(1600, 1200).jpeg().toBuffer();
        return whole.subarray(0, Math.floor(whole.length * 0.6));
      },
      sentence: /“cut off\.jpg” is damaged/u,
    },
    {
      name: 'cut off.png',
      make: async () => {
        const whole = await noiseRgb(800, 600).png().toBuffer();
        return whole.subarray(0, Math.floor(whole.length * 0.6));
      },
      sentence: /“cut off\.png” is damaged/u,
    },
    {
      name: 'notes.png',
      make: () => Buffer.from('These are notes, not a picture.'),
      sentence: /Gesso can’t read “notes\.png”/u,
    },
    {
      name: 'empty.jpg',
      make: () => Buffer.alloc(0),
      sentence: /“empty\.jpg” is empty \(0 bytes\)/u,
    },
    {
      name: 'bomb.png',
      make: () => bombPng(30_000, 30_000),
      sentence: /“bomb\.png” is 30000 × 30000 pixels/u,
    },
  ];
  test('refuses files that are no picture, and opens others @second', async ({ open, folder }) => {
    const { page } = await open({ account: 'practice' });
    for (const [index, { name, make, sentence }] of cases.entries()) {
      await test.step(name, async () => {
        await chooseFile(page, await putFile(folder, name, await make()));
        await expect(page.getByRole('alert')).toContainText(sentence);
        // the message about one file does not block work on another
        if (index > 0) await page.getByText('Remove text', { exact: true }).click({ trial: true });
        const good = await noiseRgb(600, 400 + index)
          .png()
          .toBuffer();
        await openPhoto(page, await putFile(folder, `good ${index}.png`, good));
        await expect(page.getByRole('alert')).toBeHidden();
      });
    }

    await test.step('opens a pasted picture and one with a strange name, and refuses a folder', async () => {
      await page.evaluate(() => {
        const item = {
          kind: 'file',
          webkitGetAsEntry: () => ({ isDirectory: true, name: 'Holiday' }),
          getAsFile: () => null,
        };
        const drop = new Event('drop', { bubbles: true, cancelable: true });
        Object.assign(drop, { dataTransfer: { items: [item], types: ['Files'] } });
        window.dispatchEvent(drop);
      });
      await expect(page.getByRole('alert')).toContainText('The folder “Holiday” has no photos');

      const file = await putFile(folder, 'plain.png', await noiseRgb(600, 400).png().toBuffer());
      const name = 'Anna’s "best" <b>shot<b> & 🙂 50%.png';
      await dropFile(page, file, name);
      await waitUntilReady(page, name);

      const base64 = (await noiseRgb(610, 400).png().toBuffer()).toString('base64');
      await page.evaluate((content) => {
        const bytes = Uint8Array.from(atob(content), (char) => char.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
        document.body.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      }, base64);
      await waitUntilReady(page, 'image.png');
    });
  });
});

test('reports a connection that fails, and saves nothing @second', async ({ open, service }) => {
  const { page } = await open();
  await connectAccount(page, service.baseUrl, 'gesso-wrong-key-0815');
  await expect(page.getByText('The service does not accept this key.')).toBeVisible();

  // before the key is sent
  await checkConnection(page, 'http://api.example.com', 'gesso-some-key-0815');
  await expect(page.getByText(/https:\/\//u)).toBeVisible();

  await checkConnection(page, 'http://127.0.0.1:9', 'gesso-some-key-0815');
  await expect(page.getByText('Nothing answers at 127.0.0.1:9')).toBeVisible();

  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>Welcome</title><h1>Hotel Wi-Fi</h1>');
  });
  await using hotel = await listen(server);
  await checkConnection(page, hotel.baseUrl, 'gesso-some-key-0815');
  await expect(page.getByText(/^A web page answered instead of the service\./u)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('button', { name: 'Start with a sample' })).toBeVisible();
});

test.describe('runs', () => {
  // `job-ends.test.ts` tests every end of a run without a window
  const answers: readonly {
    readonly what: string;
    readonly fault: Readonly<Record<string, unknown>>;
    readonly sentence: RegExp;
  }[] = [
    {
      what: 'a picture of another size',
      fault: { kind: 'other-size', width: 64, height: 48 },
      sentence: /64 × 48 pixels instead of/u,
    },
    {
      what: 'a 500',
      fault: { kind: 'answer', status: 500, body: { code: 500, reason: 'X', message: 'No' } },
      sentence: /service/iu,
    },
    {
      what: 'no credit',
      fault: {
        kind: 'answer',
        status: 403,
        body: { code: 403, reason: 'NOT_ENOUGH_BALANCE', message: 'not enough balance' },
      },
      sentence: /balance|credit/iu,
    },
  ];
  test('runs nothing without a mask, and resends nothing without an answer', async ({
    open,
    folder,
    service,
  }) => {
    const { page } = await openOnService(open, folder, service, ['--answer-timeout', '2']);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(runButton(page)).toBeDisabled();
    await expect(runButton(page)).toHaveAccessibleDescription('Mark something in the photo');
    await page.keyboard.press('ControlOrMeta+Enter');
    await searchCommands(page, 'clean up');
    const command = page.getByRole('dialog').getByRole('button', { name: /^Clean up/u });
    await expect(command).toContainText('Mark something in the photo');
    await page.keyboard.press('Escape');
    expect(await cleanUpCalls(service)).toBe(0);
    await paintStroke(page);
    await expect(runButton(page)).toBeEnabled();
    await expect(page.getByText('Mark something in the photo')).toBeHidden();

    await service.fault({ path: CLEANUP_PATH, kind: 'never' });
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(page.getByRole('alert')).toContainText(/did not answer|no answer/iu);
    await expect(runButton(page)).toBeEnabled();
    expect(await cleanUpCalls(service)).toBe(1);
  });

  test('says why a run failed, and offers it again', async ({ open, folder, service }) => {
    const { page, host } = await openOnService(open, folder, service);
    for (const [index, { what, fault, sentence }] of answers.entries()) {
      await test.step(what, async () => {
        const before = await cleanUpCalls(service);
        await service.fault({ path: CLEANUP_PATH, ...fault });
        await page.keyboard.press('ControlOrMeta+Enter');
        await expect(page.getByRole('alert')).toContainText(sentence);
        await expect(runButton(page)).toBeEnabled();
        expect(await cleanUpCalls(service)).toBe(before + 1);
        await page.getByRole('button', { name: 'Run again' }).click();
        await expect(resultEntry(page, index + 1)).toBeVisible();
        expect(await cleanUpCalls(service)).toBe(before + 2);
        await expect(page.getByRole('alert')).toBeHidden();
        await paintStroke(page, 0.1 + index * 0.02);
      });
    }

    const paid = 2 * answers.length + 1;
    await test.step('makes one more result, paid once, from the next clean-up', async () => {
      await runCleanUp(page, answers.length + 1);
      expect(await cleanUpCalls(service)).toBe(paid);
    });

    await test.step('Stop ends a run, closes its connection and restores the mask', async () => {
      await paintStroke(page);
      await service.fault({ path: CLEANUP_PATH, kind: 'never' });
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(page.getByText(/^Working/u)).toBeVisible();
      await page.getByRole('button', { name: 'Stop' }).click();
      await expect(runButton(page)).toBeEnabled();
      await expect.poll(async () => (await service.requests()).at(-1)?.outcome).toBe('client gone');
    });

    await test.step('keeps the result of a run whose window was closed while it ran', async () => {
      await service.fault({ path: CLEANUP_PATH, kind: 'delay', delayMilliseconds: 60_000 });
      await page.keyboard.press('ControlOrMeta+Enter');
      await expect(page.getByText(/^Working/u)).toBeVisible();
      const context = page.context();
      await page.close();
      await service.endFaults();
      await expect.poll(async () => (await service.requests()).at(-1)?.outcome).toBe('answered');
      const again = await context.newPage();
      await again.goto(new URL('/', host.url).href);
      await expect(resultEntry(again, answers.length + 2)).toBeVisible();
      expect(await cleanUpCalls(service)).toBe(paid + 2);
    });
  });
});

test.describe('the data folder', () => {
  test('reports a second Gesso on the same data folder, and keeps the first running @second', async ({
    open,
  }) => {
    const { dataFolder, page } = await open();
    const second = await tryStartHost(['--data-dir', dataFolder]);
    expect(second).toMatchObject({ code: 1 });
    expect('errors' in second && typeof second.errors === 'string' ? second.errors : '').toContain(
      'Gesso is already open with this data folder',
    );
    await startPractising(page);
  });

  test('prints a message when a file is in the folder’s place', async ({ folder }) => {
    const path = join(folder, 'a file');
    await writeFile(path, 'x');
    const start = await tryStartHost(['--data-dir', path]);
    expect(start).toMatchObject({ code: 1 });
    expect('code' in start ? start.errors.trim().split('\n') : []).toHaveLength(1);
  });

  test('exits with code 0 after Ctrl+C', async ({ folder }) => {
    const host = await startHost(['--data-dir', join(folder, 'data')]);
    expect(host.output().trim().split('\n')).toHaveLength(1);
    expect(await host.stop()).toBe(0);
    await expect(fetch(host.url)).rejects.toThrow();
  });

  test('prints a message when the port is in use @second', async ({ folder }) => {
    await using server = await listen(createServer());
    const { port } = new URL(server.baseUrl);
    const start = await tryStartHost(['--data-dir', join(folder, 'data'), '--port', port]);
    expect(start).toMatchObject({ code: 1 });
    expect('code' in start ? start.errors : '').toContain('in use');
  });
});

function pngChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

/** Returns a PNG whose header claims more pixels than any memory holds. */
function bombPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8); // 8-bit grey
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}
