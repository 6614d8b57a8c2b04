/** A gateway in front of the service, in the forms and on the wire. */
import { createServer, request as send, type IncomingHttpHeaders } from 'node:http';
import { expect } from 'playwright/test';
import { listen } from '../../electron/testing/listen.ts';
import { expectAccessible } from '../flows/axe.ts';
import { fillConnection, waitForStudio } from '../flows/studio.ts';
import { pickItem, reload } from '../flows/window.ts';
import { test } from '../support/gesso.ts';
import { answered } from '../support/open-calls.ts';

/** Forwards everything to the service and records the headers. */
async function startGateway(target: string) {
  const seen: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  const server = createServer((incoming, outgoing) => {
    seen.push({ path: incoming.url ?? '', headers: incoming.headers });
    if (incoming.headers['helicone-auth'] !== 'Bearer gateway-key-0123456789') {
      outgoing.writeHead(401, { 'content-type': 'application/json' });
      outgoing.end('{"code": 401, "reason": "FAILED_TO_AUTH", "message": "Who are you?"}');
      return;
    }
    const { host } = new URL(target);
    const call = send(
      `${target}${incoming.url}`,
      { method: incoming.method ?? 'GET', headers: { ...incoming.headers, host }, agent: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    call.on('error', () => outgoing.destroy());
    incoming.pipe(call);
  });
  return { ...(await listen(server)), seen };
}

test('connects through a gateway, which is tested first', async ({ open, service }) => {
  await using gateway = await startGateway(service.baseUrl);
  const { page } = await open();
  await page.getByRole('button', { name: 'Connect an account…' }).click();
  await fillConnection(page, service.baseUrl, service.key);
  await page.getByRole('button', { name: 'Advanced' }).click();
  await page.getByLabel('Use a gateway').check();
  await page.getByLabel('Gateway address').fill(gateway.baseUrl);
  await page.getByRole('button', { name: 'Check and save' }).click();
  await expect(page.getByText('Enter the gateway key.')).toBeVisible();

  await page.getByLabel('Gateway key').fill('a-wrong-key-0123456789');
  await page.getByRole('button', { name: 'Check and save' }).click();
  await expect(page.getByRole('alert')).toBeVisible();

  await page.getByLabel('Gateway key').fill('gateway-key-0123456789');
  await page.getByRole('button', { name: 'Check and save' }).click();
  await waitForStudio(page);
  const headers: IncomingHttpHeaders = gateway.seen.at(-1)?.headers ?? {};
  expect(headers.authorization).toMatch(/^Bearer /u);
  expect(headers['helicone-omit-request']).toBe('true');
  expect(headers['helicone-omit-response']).toBe('true');
});

test('changes and removes gateways, keys and accounts @second', async ({ open, service }) => {
  await using gateway = await startGateway(service.baseUrl);
  const { page } = await open({ account: service });
  await page.getByRole('button', { name: 'Settings' }).click();
  const connections = page.getByRole('region', { name: 'Connections' });
  const dialog = page.getByRole('dialog');
  const choose = async (item: string): Promise<void> => {
    await pickItem(connections.getByRole('button', { name: /^More actions for /u }), item);
  };

  await test.step('shows, changes and removes a gateway, and keeps call limits', async () => {
    await choose('Edit…');
    await dialog.getByLabel('Use a gateway').check();
    await dialog.getByLabel('Gateway address').fill(gateway.baseUrl);
    await dialog.getByLabel('Gateway key').fill('gateway-key-0123456789');
    await dialog.getByText('All calls', { exact: true }).click();
    await expectAccessible(page, { within: '[role=dialog]' });
    await dialog.getByRole('button', { name: 'Check and save' }).click();
    await expect(connections.getByText(`Every call goes through ${gateway.baseUrl}`)).toBeVisible();

    await choose('Edit…');
    await expect(dialog.getByText('Leave empty to keep the key ending in 6789.')).toBeVisible();
    await dialog.getByLabel('Chat path').fill('no path');
    await dialog.getByRole('button', { name: 'Check and save' }).click();
    await expect(dialog.getByText('A path starts with /')).toBeVisible();
    await dialog.getByLabel('Chat path').fill('/v3/openai/chat/completions');
    await dialog.getByLabel('Use a gateway').uncheck();
    await dialog.getByRole('button', { name: 'Check and save' }).click();
    await expect(dialog).toBeHidden();
    await expect(connections.getByText('goes through')).toBeHidden();

    // the call rate is kept, too
    const calls = page.getByRole('region', { name: 'Call limits' });
    await expect(calls.getByLabel('Video calls')).toHaveValue('2');
    await calls.getByLabel('Video calls').fill('4');
    await calls.getByLabel('Calls at once').fill('3');
    // so is the longest answer time; a value out of range becomes the nearest
    await expect(calls.getByLabel('Longest answer')).toHaveValue('60');
    await calls.getByLabel('Longest answer').fill('15');
    await calls.getByLabel('Longest silence').fill('3');
    await calls.getByLabel('Longest silence').blur();
    await expect(calls.getByLabel('Longest silence')).toHaveValue('10');
    await reload(page);
    await page.getByRole('button', { name: 'Settings' }).click();
    await expect(calls.getByLabel('Video calls')).toHaveValue('4');
    await expect(calls.getByLabel('Calls at once')).toHaveValue('3');
    await expect(calls.getByLabel('Longest answer')).toHaveValue('15');
    await expect(calls.getByLabel('Longest silence')).toHaveValue('10');
  });

  await test.step('forgets that a key was rejected once another one was saved', async () => {
    const body = { code: 401, reason: 'INVALID_API_KEY', message: 'No such key.', metadata: {} };
    await service.fault({ path: '/v3/openai/models', kind: 'answer', status: 401, body });
    await choose('Check');
    await expect(connections.getByRole('alert')).toBeVisible();
    await choose('New key…');
    await dialog.getByRole('button', { name: 'Check and save' }).click();
    await expect(dialog.getByText('Enter the API key.')).toBeVisible();
    await dialog.getByLabel('New API key').fill(service.key);
    await dialog.getByRole('button', { name: 'Check and save' }).click();
    await expect(dialog).toBeHidden();
    await expect(connections.getByRole('alert')).toBeHidden();

    // a check that ends late leaves the dialog that was opened meanwhile
    await service.fault({ path: '/v3/openai/models', kind: 'delay', delayMilliseconds: 60_000 });
    await choose('New key…');
    await dialog.getByLabel('New API key').fill(service.key);
    await dialog.getByRole('button', { name: 'Check and save' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await choose('Edit…');
    await dialog.getByLabel('Name', { exact: true }).fill('Renamed');
    await service.endFaults();
    await answered(page);
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Renamed');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    // the key cannot be brought back, so removing asks first
    await choose('Remove…');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await choose('Remove…');
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(connections.getByRole('button', { name: /^More actions for /u })).toBeHidden();
  });
});
