/** Gesso's browser host inside the test's own process: a start costs a tenth of that of a process. */
import { openHost, readHostOptions, type HostParts } from '../../electron/browser-host/run.ts';
import type { HostProcess } from './host-process.ts';

/** A host of this process; what only a process has is missing. */
export type InnerHost = Pick<HostProcess, 'url' | 'errors' | 'stop' | 'kill'>;

/** Practice at the speed of tests: what it makes is only looked at where it is tested itself. */
const PRACTICE = { isQuick: true, taskSpeed: 4 } as const;

/** @param args options of `npm start` */
export async function startInnerHost(
  args: readonly string[],
  parts: Omit<HostParts, 'practice'> = {},
): Promise<InnerHost> {
  let lines = '';
  const log = (line: string): void => {
    lines += `${line}\n`;
  };
  const host = await openHost(readHostOptions(args), log, { ...parts, practice: PRACTICE });
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
