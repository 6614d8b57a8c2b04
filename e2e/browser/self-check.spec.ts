/** The self-check, from the command line with a real keychain and from About. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { download } from '../flows/window.ts';
import { expect, test } from '../support/gesso.ts';
import {
  inKeychainSession,
  keychainEnvironment,
  whyNoKeychainSession,
} from '../../scripts/keychain/session.ts';

const PROJECT = join(import.meta.dirname, '../..');

/** In order; the keychain comes last. */
const PARTS = [
  'Starting the page',
  'Showing the first screen',
  'Writing and reading the library',
  'Painting a mask',
  'Cleaning up a photo',
  'Comparing pictures',
  'Selecting by colour',
  'Finding objects',
  'Finding text',
  'Finding people',
  'Saving a picture',
  'Saving layers',
  'Making and playing a clip',
  'Streaming an answer',
  'Colouring code',
  'Importing a conversation',
  'Copying the library',
  'Starting and ending threads',
  'Starting and ending the helper process',
  'Ending a thread without memory',
  'Using the keychain',
];

/** Runs `npm start -- --self-check` without npm. */
async function runCheck(command: readonly string[], env: NodeJS.ProcessEnv) {
  const [program = '', ...parameters] = command;
  const child = spawn(program, parameters, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return { code, lines: output.trimEnd().split('\n') };
}

test('--self-check tests every part, prints the result, writes the report, and exits @second', async () => {
  test.setTimeout(300_000);
  const home = await mkdtemp(join(tmpdir(), 'gesso-check-home-'));
  const report = join(home, 'report “1”.txt');
  const check = [
    process.execPath,
    join(PROJECT, 'scripts/start.mjs'),
    '--host=browser',
    '--self-check',
    `--report=${report}`,
  ];
  const hasKeychain = whyNoKeychainSession() === undefined;
  const { code, lines } = hasKeychain
    ? await runCheck(inKeychainSession(check), keychainEnvironment(home))
    : await runCheck(check, process.env);
  const found = lines.filter((line) => line !== 'trying memory');
  const verdicts = found.map((line) => line.replace(/ \(\d+ ms\).*$/u, ''));
  const works = PARTS.map((part) => `ok  ${part}`);
  if (hasKeychain) {
    expect(verdicts).toEqual([...works, `${works.length} of ${works.length} parts work.`]);
    expect(code).toBe(0);
  } else {
    // without one the check says so, and fails
    expect(verdicts.slice(0, -2)).toEqual(works.slice(0, -1));
    expect(verdicts.at(-2)).toBe(`not ok  ${PARTS.at(-1)}`);
    expect(code).toBe(1);
  }
  expect(await readFile(report, 'utf8')).toContain(lines.join('\n'));
  await rm(home, { recursive: true, maxRetries: 10, retryDelay: 100 });
});

test('About runs the self-check in a second Gesso', async ({ open }) => {
  const started: string[] = [];
  const lines = [
    'ok  Painting a mask (12 ms)',
    'not ok  Using the keychain (3 ms): The keychain is locked.',
    '1 of 2 parts work.',
  ];
  let end: (code: number) => void = () => undefined;
  const { page } = await open({
    startSelfCheck: () => ({
      onLine(listener) {
        for (const line of lines) listener(line);
      },
      onEnd: (listener) => (end = listener),
      kill: () => started.push('ended'),
    }),
  });
  await page.getByRole('button', { name: 'start without a photo' }).click();
  await page.getByRole('button', { name: 'Settings' }).click();
  const about = page.getByRole('region', { name: 'Self-check' });
  await about.getByRole('button', { name: 'Run self-check' }).click();
  const parts = about.getByRole('list', { name: 'Checked parts' });
  await expect(parts.getByRole('listitem')).toHaveText([
    'Painting a mask',
    'Using the keychainThe keychain is locked.',
  ]);
  await expect(about.getByRole('status')).toHaveText('2 parts checked so far');
  end(1);
  await expect(about.getByRole('status')).toHaveText('1 part of 2 does not work.');
  const { bytes } = await download(about.getByRole('button', { name: 'Save report…' }));
  expect(bytes.toString()).toContain(lines.join('\n'));
  expect(started).toEqual(['ended']);

  // stopped in the middle
  await about.getByRole('button', { name: 'Run self-check' }).click();
  await about.getByRole('button', { name: 'Stop self-check' }).click();
  await expect(about.getByRole('status')).toHaveText('Stopped. Some parts are not checked.');
  await expect.poll(() => started.length).toBe(2);
});
