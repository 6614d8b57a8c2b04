/** The browser host inside the test's process, which starts ten times as fast. */
import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import type {
  HostPorts,
  PracticeServiceHandle,
} from '../../electron/backend/service/common/ports.ts';
import { openHost } from '../../electron/browser-host/run.ts';
import { startService } from '../../electron/practice-service/test-support.ts';
import { readStartOrder } from '../../electron/terminal/start-order.ts';
import { createHeldFinder } from '../../electron/testing/held-finder.ts';
import { startKeptPerception } from '../../electron/testing/kept-perception.ts';
import type { HostProcess } from './host-process.ts';

/** A host inside this process, without what only a separate process has. */
export type InnerHost = Pick<HostProcess, 'url' | 'errors' | 'stop' | 'kill'>;

/** Fast, with simple results, which only its own tests look at. */
export const PRACTICE = { isQuick: true, taskSpeed: 4 } as const;

/** What a test replaces. */
export type InnerDeps = Partial<HostPorts> & {
  /** Connected before a window asks. */
  readonly account?: Account | 'practice';
};

/** A service and its key. */
interface Account {
  readonly baseUrl: string;
  readonly key: string;
}

/** Without a thread of its own, and with picture workers that the next test has, too. */
async function startPracticeService(): Promise<PracticeServiceHandle> {
  const key = `practice-${randomUUID()}`;
  const { server, url } = await startService({ ...PRACTICE, key });
  return { baseUrl: url, key, stop: () => server.close() };
}

/** In place of the models, which take seconds of processor time: finds nothing, at once. */
export function findNothing(): ReturnType<NonNullable<HostPorts['startPerception']>> {
  const finder = createHeldFinder();
  finder.allow(() => true);
  return finder.start();
}

/** @param args options of `npm start` */
export async function startInnerHost(
  args: readonly string[],
  deps: InnerDeps = {},
): Promise<InnerHost> {
  let lines = '';
  const log = (line: string): void => {
    lines += `${line}\n`;
  };
  const { account, ...replaced } = deps;
  const order = readStartOrder(args, { folder: process.cwd() });
  const host = await openHost(order, log, {
    startPerception: startKeptPerception,
    startPracticeService,
    ...replaced,
  });
  const { connections } = createRouterClient(host.backend.router);
  if (account === 'practice') await connections.activatePractice();
  else if (account !== undefined) {
    const { baseUrl, key } = account;
    await connections.add({ name: 'Test account', baseUrl, key });
  }
  let ended: Promise<void> | undefined;
  const end = (isHurried: boolean): Promise<void> => (ended ??= host.close(isHurried));
  return {
    url: host.url,
    errors: () => lines,
    async stop() {
      await end(false);
      return 0;
    },
    kill: () => end(true),
  };
}
