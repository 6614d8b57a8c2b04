/** For a process that measures itself: how long an action takes, its processor time, its longest block. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Figures of an action; milliseconds. */
export interface WorkReport {
  readonly wall: number;
  /** Processor time of the whole process, all threads. */
  readonly processor: number;
  /** Longest time for which the event loop was not free. */
  readonly longestBlock: number;
  /** Further counts of the action. */
  readonly count: number;
}

/** Runs before anything is measured, until the compiler has seen enough of them. */
const WARM_UPS = 6;

/** Resolution of the event loop's watch, ms: its reading when nothing blocks. */
const RESOLUTION = 1;

/**
 * Runs the action a few times to warm up and then `times` times, and prints the reports as JSON.
 *
 * @param act @returns a count that belongs to the report
 */
export async function reportWork(times: number, act: () => Promise<number>): Promise<void> {
  const reports: WorkReport[] = [];
  for (let index = 0; index < WARM_UPS; index++) await act();
  for (let index = 0; index < times; index++) {
    const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
    delay.enable();
    const cpu = process.cpuUsage();
    const started = performance.now();
    const count = await act();
    const wall = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    delay.disable();
    const longestBlock = Math.max(0, delay.max / 1e6 - RESOLUTION);
    reports.push({ wall, processor: (user + system) / 1000, longestBlock, count });
  }
  process.stdout.write(JSON.stringify(reports));
}
