/** Two hundred running tasks, the way of a clip to the disk, and the Tasks screen over a long log. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';
import { startPractising } from '../../e2e/flows/studio.ts';
import { startHost, type HostProcess } from '../../e2e/support/host-process.ts';
import { connectToHost } from './backend-line.ts';
import { sleep, type BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { withHost, withPage } from './gesso.ts';
import { runProcess } from './run-process.ts';
import { medianOf } from './statistics.ts';

const TASKS = {
  running: 200,
  /** Most looks at the same time. */
  mostLooks: 4,
  /** Share of a core that 200 running tasks may take beyond none. */
  morePoints: 0.02,
  /** Milliseconds before, and of the measurement. */
  settle: 12_000,
  measured: 20_000,
  /** Times as long as the plain download. */
  toDisk: 1.3,
  /** … and as with a short log. */
  opening: 1.3,
  few: 100,
  many: 10_000,
} as const;

/** See the file comment. */
export async function measureTasks(context: BenchContext): Promise<readonly Figure[]> {
  return [
    ...(await measureRunning(context)),
    await measureToDisk(context),
    await measureScreen(context),
  ];
}

/** Shares of a core. */
interface Shares {
  readonly window: number;
  readonly host: number;
}

async function measureRunning(context: BenchContext): Promise<readonly Figure[]> {
  context.say('tasks: 200 running');
  await using service = await startTaskService();
  const { none, running } = await withHost(context, async (host) => {
    const line = await connectToHost(host.url);
    const { id } = await line.backend.connections.add({
      name: 'Tasks',
      baseUrl: service.baseUrl,
      key: 'bench',
    });
    await line.backend.connections.activate({ connectionId: id });
    return await withPage(context, async (page) => {
      await page.context().addCookies([...line.cookies]);
      await page.goto(new URL(host.url).origin);
      await openTasks(page);
      await sleep(TASKS.settle / 2);
      const before = await sharesOf(page, host);
      for (let index = 0; index < TASKS.running; index++) {
        await line.backend.jobs.watch({ taskId: `slow-task-${index}`, family: 'task-result' });
      }
      await sleep(TASKS.settle);
      const after = await sharesOf(page, host);
      line.close();
      return { none: before, running: after };
    });
  });
  const { most } = (await (await fetch(`${service.baseUrl}/stats`)).json()) as {
    readonly most: number;
  };
  const share = (name: string, of: keyof Shares): Figure => ({
    name: `200 running tasks: main thread of the ${name}`,
    unit: '%',
    gesso: running[of],
    baseline: { name: 'none running', value: none[of] },
    bound: {
      text: '≤ 2 points more',
      isMet: running[of] - none[of] <= TASKS.morePoints,
    },
  });
  return [
    share('window', 'window'),
    share('host', 'host'),
    {
      name: '200 running tasks: looks at the same time',
      unit: 'count',
      gesso: most,
      bound: { text: `≤ ${TASKS.mostLooks}`, isMet: most <= TASKS.mostLooks },
    },
  ];
}

async function measureToDisk(context: BenchContext): Promise<Figure> {
  context.say('tasks: to the disk');
  await using service = await startTaskService();
  const folder = await mkdtemp(join(context.folder, 'to-disk-'));
  const repetitions = String(context.repeat * 3);
  const answer = await runProcess('poll-to-disk.ts', folder, service.baseUrl, repetitions);
  const { gesso, plain } = JSON.parse(answer) as {
    readonly gesso: readonly number[];
    readonly plain: readonly number[];
  };
  const same = (value: number): number => value;
  return withRatioBound(
    {
      name: 'From the poll that sees success to the file on disk, 12 MB',
      unit: 'ms',
      gesso: medianOf(gesso, same),
      baseline: { name: 'download to disk alone', value: medianOf(plain, same) },
    },
    TASKS.toDisk,
  );
}

/** From the click on Tasks to the frame with its first row. */
async function measureScreen(context: BenchContext): Promise<Figure> {
  const times = { few: [] as number[], many: [] as number[] };
  const hosts = {
    few: await startFilled(context, TASKS.few),
    many: await startFilled(context, TASKS.many),
  };
  try {
    for (let repetition = 0; repetition < context.repeat * 2; repetition++) {
      context.say(`tasks: screen ${repetition + 1} of ${context.repeat * 2}`);
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
      name: '10,000 finished tasks: Tasks opens, up to its first rows',
      unit: 'ms',
      gesso: medianOf(times.many, same),
      baseline: { name: 'with 100', value: medianOf(times.few, same) },
    },
    TASKS.opening,
  );
}

interface FilledHost {
  readonly host: HostProcess;
  readonly cookies: Awaited<ReturnType<typeof connectToHost>>['cookies'];
}

async function startFilled(context: BenchContext, count: number): Promise<FilledHost> {
  const folder = join(context.folder, `tasks-${count}`);
  await mkdir(folder);
  await runProcess('fill-log.ts', folder, String(count));
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
    // once before: the code of the screen is fetched, and the log's pages are in memory
    await openTasks(page);
    await page.getByRole('row').first().waitFor();
    await page.getByRole('button', { name: 'Studio' }).click();
    await page.getByText('Drop a photo here').waitFor();
    await sleep(500);
    return await page.evaluate(async () => {
      const button = document.querySelector<HTMLElement>('button[aria-label="Tasks"]');
      const started = performance.now();
      button?.click();
      for (;;) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        if (document.querySelector('[role="treegrid"] [role="row"]') !== null) break;
      }
      return performance.now() - started;
    });
  });
}

async function openTasks(page: Page): Promise<void> {
  const first = page.getByRole('button', { name: 'start without a photo' });
  const studio = page.getByText('Drop a photo here');
  await first.or(studio).first().waitFor();
  if (await first.isVisible()) await startPractising(page);
  await page.getByRole('button', { name: 'Tasks', exact: true }).click();
  await page.getByRole('heading', { name: 'Tasks' }).waitFor();
}

/** Of a core, within the measured time: the window's main thread, and the host's. */
async function sharesOf(page: Page, host: HostProcess): Promise<Shares> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const [windowBefore, hostBefore] = [await taskSeconds(session), await cpuSeconds(host.pid)];
  const started = performance.now();
  await sleep(TASKS.measured);
  const seconds = (performance.now() - started) / 1000;
  const [windowAfter, hostAfter] = [await taskSeconds(session), await cpuSeconds(host.pid)];
  await session.detach();
  return {
    window: (windowAfter - windowBefore) / seconds,
    host: (hostAfter - hostBefore) / seconds,
  };
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** Clock ticks a second on every Linux that runs this. */
const TICKS = 100;

/** Seconds of processor time of the main thread (proc(5), `task/<tid>/stat`); Linux only. */
async function cpuSeconds(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/task/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}

async function startTaskService(): Promise<{ readonly baseUrl: string } & AsyncDisposable> {
  const child = fork(join(import.meta.dirname, 'processes', 'task-service.ts'), { execArgv: [] });
  const [baseUrl] = (await once(child, 'message')) as [string];
  return {
    baseUrl,
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
