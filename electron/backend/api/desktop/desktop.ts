import { EventEmitter, once } from 'node:events';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { DesktopRequest } from '../../../../shared/contract/desktop.ts';
import { AppError, type AppErrorData } from '../../../../shared/errors/app-error.ts';
import type { CleanError } from '../../service/common/clean-error.ts';
import { photoName } from '../../../../shared/export/file-names.ts';
import type { PhotoStore } from '../../library/photo-store.ts';

export interface Desktop {
  /** Never rejects. @param paths checked by the host (SECURITY: S29) */
  openFiles(paths: readonly string[]): Promise<void>;
  openPhoto(photoId: string): void;
  openJob(job: Omit<Extract<DesktopRequest, { kind: 'open-job' }>, 'kind'>): void;
  tell(error: AppErrorData): void;
  /** @param isByKey see `shared/contract/desktop.ts` */
  runCommand(commandId: string, isByKey: boolean): void;
}

export interface DesktopRequests extends Desktop {
  /** Ends when another window subscribes. */
  follow(signal: AbortSignal | undefined): AsyncGenerator<DesktopRequest, void, void>;
  close(): void;
}

/** Most requests that wait while no window is subscribed; older ones are dropped. */
const MAX_WAITING = 500;

export function createDesktop(deps: {
  readonly photos: Pick<PhotoStore, 'import' | 'verify'>;
  readonly cleanError: CleanError;
  readonly log: (line: string) => void;
}): DesktopRequests {
  const added = new EventEmitter();
  const waiting: DesktopRequest[] = [];
  const closing = new AbortController();
  let following = new AbortController();
  let taking: Promise<void> = Promise.resolve();

  function ask(request: DesktopRequest): void {
    waiting.push(request);
    if (waiting.length > MAX_WAITING) waiting.shift();
    added.emit('added');
  }

  async function takeIn(paths: readonly string[]): Promise<void> {
    let isToShow = true;
    const refused: AppErrorData[] = [];
    for (const path of paths) {
      try {
        const name = photoName(basename(path));
        const { id } = await deps.photos.import(readFile(path, name), name);
        if (!isToShow) await deps.photos.verify(id); // The window verifies the shown photo.
        ask({ kind: 'open-photo', photoId: id, isToShow });
        isToShow = false;
      } catch (thrown) {
        const error = deps.cleanError(thrown);
        deps.log(`desktop: a file was refused: ${error.message}`);
        refused.push(error.toData());
      }
    }
    // Last, because showing a photo clears earlier errors.
    for (const error of refused) ask({ kind: 'refused-file', error });
  }

  return {
    openFiles: (paths) => (taking = taking.then(() => takeIn(paths))),
    openPhoto: (photoId) => ask({ kind: 'open-photo', photoId, isToShow: true }),
    openJob: (job) => ask({ kind: 'open-job', ...job }),
    tell: (error) => ask({ kind: 'problem', error }),
    runCommand: (commandId, isByKey) => ask({ kind: 'run-command', commandId, isByKey }),
    async *follow(signal) {
      following.abort();
      const mine = new AbortController();
      following = mine;
      const ends = [closing.signal, mine.signal];
      const stop = AbortSignal.any(signal === undefined ? ends : [...ends, signal]);
      try {
        while (!stop.aborted) {
          const request = waiting.shift();
          if (request === undefined) await once(added, 'added', { signal: stop });
          else yield request;
        }
      } catch (error) {
        if (!stop.aborted) throw error;
      }
    },
    close: () => closing.abort(),
  };
}

async function* readFile(path: string, name: string): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* createReadStream(path);
  } catch (cause) {
    throw new AppError(
      'unsupported-file',
      `Gesso could not read “${name}”. Check that the file is still there and that you may open it.`,
      { action: 'choose-other-file', cause },
    );
  }
}
