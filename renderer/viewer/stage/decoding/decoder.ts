import { AppError, cancelled } from '../../../../shared/errors/app-error.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import type { DecodeAnswer, DecodeRequest, FailedAnswer } from './decode-protocol.ts';
import { createBitmapPicture, type BitmapPicture, type PictureSource } from './picture.ts';

export type PictureFile =
  | { readonly url: string; readonly size: Size; readonly live?: PictureSource | undefined }
  | { readonly file: Blob; readonly size?: undefined };

/** `picture` resolves with the first drawable level, `complete` with all. */
export interface Decoding {
  readonly picture: Promise<PictureSource>;
  readonly complete: Promise<void>;
}

export type Decoder = ReturnType<typeof createDecoder>;

/** Counted in polls, because clocks of sleeping computers stand still. */
interface DecoderLimits {
  /** Between two polls, ms. */
  readonly pollMilliseconds: number;
  /** Polls without an answer. The largest photo takes some ten seconds. */
  readonly mostSilent: number;
}

const LIMITS: DecoderLimits = { pollMilliseconds: 1000, mostSilent: 120 };

export type DecodeWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

interface Job {
  /** Polls since its last answer. */
  silent: number;
  answered(answer: DecodeAnswer): void;
  failed(error: AppError): void;
}

export function createDecoder(
  open: () => DecodeWorker = openWorker,
  limits: DecoderLimits = LIMITS,
) {
  const jobs = new Map<number, Job>();
  let worker: DecodeWorker | undefined;
  let lastId = 0;
  let polling: ReturnType<typeof setInterval> | undefined;

  /** SECURITY: S49 a picture that blocks the worker is given up, and the worker with it. */
  function poll(): void {
    if (jobs.size === 0) {
      clearInterval(polling);
      polling = undefined;
      return;
    }
    let isStuck = false;
    for (const job of jobs.values()) {
      job.silent += 1;
      isStuck ||= job.silent > limits.mostSilent;
    }
    if (!isStuck) return;
    worker?.terminate();
    worker = undefined;
    for (const job of jobs.values()) {
      job.failed(
        job.silent > limits.mostSilent
          ? new AppError(
              'damaged-file',
              'This picture takes too long to read. It may be damaged. Select another file.',
              { action: 'choose-other-file' },
            )
          : workerFailed('replaced'),
      );
    }
  }

  worker = startWorker();

  function send(request: DecodeRequest): void {
    worker ??= startWorker();
    worker.postMessage(request, []);
    polling ??= setInterval(poll, limits.pollMilliseconds);
  }

  function startWorker(): DecodeWorker {
    const started = open();
    started.addEventListener('message', (event: MessageEvent<DecodeAnswer>) => {
      const answer = event.data;
      const job = jobs.get(answer.id);
      if (job === undefined && answer.type === 'level') answer.bitmap.close();
      if (job !== undefined) job.silent = 0;
      job?.answered(answer);
    });
    started.addEventListener('error', (event) => {
      event.preventDefault();
      worker?.terminate();
      worker = undefined;
      for (const job of jobs.values()) job.failed(workerFailed(event.message));
    });
    return started;
  }

  return {
    /**
     * @throws AppError `damaged-file` (also for a wrong size), `unreachable`, `cancelled`
     * @param onLevel called after each later level
     */
    decode(
      wanted: PictureFile,
      stagePixels: Size,
      onLevel: () => void,
      signal?: AbortSignal,
    ): Decoding {
      // draws itself: nothing to fetch
      if ('live' in wanted && wanted.live !== undefined) {
        return { picture: Promise.resolve(wanted.live), complete: Promise.resolve() };
      }
      lastId += 1;
      const id = lastId;
      const first = Promise.withResolvers<BitmapPicture>();
      const complete = Promise.withResolvers<void>();
      // A caller that awaits only one must not get an unhandled rejection from the other.
      first.promise.catch(() => undefined);
      complete.promise.catch(() => undefined);
      let picture: BitmapPicture | undefined;

      function end(): void {
        jobs.delete(id);
        signal?.removeEventListener('abort', abort);
      }
      function failed(error: AppError): void {
        end();
        first.reject(error);
        complete.reject(error);
      }
      function abort(): void {
        send({ type: 'cancel', id });
        failed(cancelled());
      }
      jobs.set(id, {
        silent: 0,
        failed,
        answered(answer) {
          if (answer.type === 'failed') {
            failed(decodeError(answer));
          } else if (answer.type === 'done') {
            end();
            complete.resolve();
          } else if (picture === undefined) {
            const { width, height, opaque } = answer;
            picture = createBitmapPicture({ width, height }, opaque);
            picture.addLevel(answer.level, answer.bitmap);
            first.resolve(picture);
          } else {
            picture.addLevel(answer.level, answer.bitmap);
            onLevel();
          }
        },
      });
      if (signal?.aborted === true) {
        failed(cancelled());
      } else {
        signal?.addEventListener('abort', abort);
        const source = 'file' in wanted ? wanted.file : new URL(wanted.url, document.baseURI).href;
        send({ type: 'open', id, source, size: wanted.size, stagePixels });
      }
      return { picture: first.promise, complete: complete.promise };
    },
    destroy(): void {
      for (const job of jobs.values()) job.failed(cancelled());
      clearInterval(polling);
      polling = undefined;
      worker?.terminate();
      worker = undefined;
    },
  };
}

function openWorker(): DecodeWorker {
  return new Worker(new URL('./decode.worker.ts', import.meta.url), { type: 'module' });
}

function decodeError(answer: FailedAnswer): AppError {
  const details = { reason: answer.reason.slice(0, 500) };
  if (answer.stage === 'fetch') {
    return new AppError('unreachable', 'The picture could not be loaded. Try again.', {
      action: 'retry',
      details,
    });
  }
  return new AppError(
    'damaged-file',
    'This picture is damaged and can’t be read. Select another file.',
    { action: 'choose-other-file', details },
  );
}

function workerFailed(reason: string): AppError {
  return new AppError('unexpected', 'The picture could not be displayed. Try again.', {
    action: 'retry',
    details: { reason },
  });
}
