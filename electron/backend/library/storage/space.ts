import { statfs } from 'node:fs/promises';
import { AppError, type AppErrorData } from '../../../../shared/errors/app-error.ts';

const LOW = {
  bytes: 2_000_000_000,
  /** Fraction of the whole disk. */
  part: 0.05,
  /** Upper limit for large disks. */
  mostBytes: 10_000_000_000,
  /** Interval of checks, ms. */
  every: 60_000,
} as const;

interface DiskSpace {
  readonly free: number;
  readonly total: number;
}

export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

export function isLow({ free, total }: DiskSpace): boolean {
  return free < Math.max(LOW.bytes, Math.min(LOW.mostBytes, total * LOW.part));
}

/** @throws AppError `disk-full` if this many bytes would leave the disk unusable */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { free } = await diskSpace(folder);
  if (free >= bytes) return;
  throw new AppError(
    'disk-full',
    `There is not enough space on that disk: ${inGigabytes(bytes)} are needed, ${inGigabytes(free)} are free. Nothing was changed.`,
  );
}

export type SpaceWatch = ReturnType<typeof watchSpace>;

export function watchSpace(
  read: () => Promise<DiskSpace>,
  tell: (error: AppErrorData) => void,
  log: (line: string) => void,
) {
  let wasLow = false;
  /** Reports low space once. Never rejects. */
  async function check(): Promise<void> {
    try {
      const space = await read();
      const isNow = isLow(space);
      if (isNow && !wasLow) tell(lowSpace(space));
      wasLow = isNow;
    } catch (error) {
      log(`storage: the free space is unknown: ${String(error)}`);
    }
  }
  const timer = setInterval(() => void check(), LOW.every);
  timer.unref();
  void check();
  return { read, check, close: (): void => clearInterval(timer) };
}

function lowSpace({ free }: DiskSpace): AppErrorData {
  return {
    kind: 'disk-full',
    message: `Only ${inGigabytes(free)} are free on the disk with your library. You can work until it is full. To free space, clean up results, clips or caches in Settings, Storage.`,
    action: 'open-settings',
  };
}

function inGigabytes(bytes: number): string {
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
