import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { PROJECT } from '../../e2e/support/host-process.ts';
import { BOUNDS } from './bounds.ts';
import { inTurns, timed, withGesso, type BenchContext } from './harness.ts';
import { median } from './statistics.ts';
import type { Figure } from './table.ts';

const KINDS: ReadonlySet<string> = new Set(['Document', 'Script', 'Stylesheet']);
/** Loading has ended once no file came for this long, ms. */
const QUIET = 1500;

export async function measureStarting(context: BenchContext): Promise<readonly Figure[]> {
  const { npm, gesso } = await inTurns(context, 'starting', {
    npm: () => timed(() => once(run('exec', '--', 'node', '-e', ''), 'close')),
    gesso: () => startGesso(context),
  });
  const loaded = await firstScreen(context);
  return [
    {
      name: 'npm start → address',
      unit: 'ms',
      gesso: median(gesso),
      beside: ['npm and an empty program', median(npm)],
    },
    {
      name: 'page, code and styles of the first screen',
      unit: 'MB',
      gesso: loaded.bytes / 1e6,
      bound: BOUNDS.starting.firstScreen,
    },
    { name: 'files of the first screen', unit: 'count', gesso: loaded.files },
  ];
}

/** Returns ms until the address is printed. */
async function startGesso(context: BenchContext): Promise<number> {
  const dataFolder = await mkdtemp(join(context.folder, 'start-'));
  const began = performance.now();
  const child = run('start', '--', '--host', 'browser', '--no-open', '--data-dir', dataFolder);
  const ended = once(child, 'close');
  let output = '';
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const took = await new Promise<number>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (/^Gesso is running at /mu.test(output)) resolve(performance.now() - began);
    });
    child.once('close', () => reject(new Error(`Gesso did not start.\n${errors}`)));
  });
  // npm, its shell and Gesso are one group of processes
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
  await ended;
  await rm(dataFolder, { recursive: true, force: true });
  return took;
}

function run(...args: readonly string[]) {
  const child = spawn('npm', args, {
    cwd: PROJECT,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.resume();
  child.stderr.resume();
  return child;
}

/** Counts unpacked bytes until the first screen loads nothing more. */
async function firstScreen(context: BenchContext) {
  context.say('starting: the first screen');
  const loaded = { files: 0, bytes: 0 };
  const count = async (page: Page): Promise<void> => {
    const session = await page.context().newCDPSession(page);
    await session.send('Network.enable');
    const counted = new Set<string>();
    session.on('Network.responseReceived', ({ requestId, type }) => {
      if (!KINDS.has(type)) return;
      counted.add(requestId);
      loaded.files++;
    });
    session.on('Network.dataReceived', ({ requestId, dataLength }) => {
      if (counted.has(requestId)) loaded.bytes += dataLength;
    });
  };
  await withGesso(
    context,
    async ({ page }) => {
      await page.getByRole('button', { name: 'start without a photo' }).waitFor();
      for (let before = -1; before !== loaded.files;) {
        before = loaded.files;
        await page.waitForTimeout(QUIET);
      }
    },
    count,
  );
  return loaded;
}
