/** Resident memory of processes, in bytes. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Peak figures of a watched process. */
export interface MemoryPeak {
  readonly idle: number;
  readonly peak: number;
}

/** Interval of looks at a process, milliseconds. */
const SAMPLE_EVERY = 5;

/**
 * Watches another process while `act` runs. On Linux the kernel's own high-water mark (VmHWM) is
 * reset before and read afterwards, so that no peak falls between two looks.
 */
export async function watchMemory(pid: number, act: () => Promise<unknown>): Promise<MemoryPeak> {
  await resetHighWaterMark(pid);
  const idle = await residentBytes(pid);
  let peak = idle;
  const done = new AbortController();
  const watching = (async () => {
    while (!done.signal.aborted) {
      peak = Math.max(peak, await residentBytes(pid));
      await new Promise((resolve) => {
        setTimeout(resolve, SAMPLE_EVERY);
      });
    }
  })();
  try {
    await act();
  } finally {
    done.abort();
    await watching;
  }
  return { idle, peak: Math.max(peak, await highWaterMark(pid)) };
}

/** Resident memory now. */
export async function residentBytes(pid: number): Promise<number> {
  if (process.platform === 'linux') return readStatus(pid, 'VmRSS');
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout.trim()) * 1024;
}

/** The most since it was reset; 0 where the system does not tell. */
export async function highWaterMark(pid: number): Promise<number> {
  return process.platform === 'linux' ? readStatus(pid, 'VmHWM') : 0;
}

/** proc_pid_clear_refs(5): 5 sets the high-water mark to the present size. */
export async function resetHighWaterMark(pid: number): Promise<void> {
  if (process.platform === 'linux') await writeFile(`/proc/${pid}/clear_refs`, '5');
}

async function readStatus(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'mu').exec(status)?.[1];
  return Number(kibibytes ?? Number.NaN) * 1024;
}
