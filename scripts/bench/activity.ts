/** Activity over a long account of calls, and taking a call down. */
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { startHost, type HostProcess } from '../../e2e/support/host-process.ts';
import { connectToHost } from './backend-line.ts';
import { sleep, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { withPage } from './gesso.ts';
import { runProcess } from './run-process.ts';
import { medianOf } from './statistics.ts';

const ACTIVITY = {
  few: 1000,
  many: 100_000,
  /** Times as long as with few. */
  opening: 1.3,
  /** Calls that are taken down in a row. */
  recorded: 5000,
  /** For each, with its share of the writing, ms. */
  recording: 0.2,
} as const;

/** See the file comment. */
export async function measureActivity(context: BenchContext): Promise<readonly Figure[]> {
  return [await measureOpening(context), await measureRecording(context)];
}

/** From the click on Activity to the frame with its first row. */
async function measureOpening(context: BenchContext): Promise<Figure> {
  const times = { few: [] as number[], many: [] as number[] };
  const hosts = {
    few: await startFilled(context, ACTIVITY.few),
    many: await startFilled(context, ACTIVITY.many),
  };
  const rounds = context.repeat * 2;
  try {
    for (let repetition = 0; repetition < rounds; repetition++) {
      context.say(`activity: screen ${repetition + 1} of ${rounds}`);
      for (const name of ['few', 'many'] as const) {
        times[name].push(await timeOfScreen(context, hosts[name]));
      }
    }
  } finally {
    for (const { host } of Object.values(hosts)) await host.kill();
  }
  const same = (value: number): number => value;
  return withRatioBound(
    {
      name: '100,000 calls: Activity opens, up to its first rows',
      unit: 'ms',
      gesso: medianOf(times.many, same),
      baseline: { name: 'with 1,000', value: medianOf(times.few, same) },
    },
    ACTIVITY.opening,
  );
}

interface FilledHost {
  readonly host: HostProcess;
  readonly cookies: Awaited<ReturnType<typeof connectToHost>>['cookies'];
}

async function startFilled(context: BenchContext, count: number): Promise<FilledHost> {
  const folder = join(context.folder, `activity-${count}`);
  await mkdir(folder);
  await runProcess('fill-activity.ts', folder, String(count));
  const host = await startHost(['--data-dir', join(folder, 'data')]);
  const line = await connectToHost(host.url);
  await line.backend.connections.activatePractice();
  line.close();
  return { host, cookies: line.cookies };
}

function timeOfScreen(context: BenchContext, { host, cookies }: FilledHost): Promise<number> {
  return withPage(context, async (page) => {
    await page.context().addCookies([...cookies]);
    await page.goto(new URL(host.url).origin);
    const rows = page.getByRole('grid', { name: 'Calls' }).getByRole('row');
    // once before: the code of the screen is fetched
    await page.getByRole('button', { name: 'Activity', exact: true }).click();
    await rows.first().waitFor();
    await page.getByRole('button', { name: 'Studio', exact: true }).click();
    await rows.first().waitFor({ state: 'detached' });
    await sleep(500);
    return await page.evaluate(async () => {
      const button = document.querySelector<HTMLElement>('button[aria-label="Activity"]');
      const started = performance.now();
      button?.click();
      for (;;) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (document.querySelector('[role="grid"][aria-label="Calls"] [role="row"]') !== null)
          break;
      }
      return performance.now() - started;
    });
  });
}

async function measureRecording(context: BenchContext): Promise<Figure> {
  const found: number[] = [];
  for (let repetition = 0; repetition < context.repeat; repetition++) {
    context.say(`activity: recording ${repetition + 1} of ${context.repeat}`);
    const folder = await mkdtemp(join(context.folder, 'record-'));
    const answer = await runProcess('run-recording.ts', folder, String(ACTIVITY.recorded));
    found.push((JSON.parse(answer) as { readonly milliseconds: number }).milliseconds);
  }
  const milliseconds = medianOf(found, (value) => value);
  return {
    name: 'A call is taken down, with its share of the writing',
    unit: 'ms',
    gesso: milliseconds,
    bound: {
      text: `≤ ${ACTIVITY.recording} ms`,
      isMet: milliseconds <= ACTIVITY.recording,
    },
  };
}
