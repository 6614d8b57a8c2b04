/** The main thread's side of the decoding worker. */
import { AppError, cancelled } from '../../../../shared/errors/app-error.ts';
import type { Size } from '../../../../shared/geometry/rect.ts';
import type { DecodeAnswer, DecodeRequest, FailedAnswer } from './decode-protocol.ts';
import { createBitmapPicture, type BitmapPicture, type PictureSource } from './picture.ts';

/** A picture to decode: at an address with its expected size, or the bytes themselves. */
export type PictureFile =
  | { readonly url: string; readonly size: Size; readonly live?: PictureSource | undefined }
  | { readonly file: Blob; readonly size?: undefined };

/** A picture on its way: `picture` as soon as something of it can be drawn, `complete` with all levels. */
export interface Decoding {
  readonly picture: Promise<PictureSource>;
  readonly complete: Promise<void>;
}

export interface Decoder {
  /**
   * Fetches and decodes a picture. `picture` rejects with an AppError: `damaged-file` when it cannot
   * be decoded or is not as large as it should be, `unreachable` when it cannot be fetched, `cancelled` when `signal` is aborted.
   *
   * @param onLevel called after each further level
   */
  decode(
    picture: PictureFile,
    stagePixels: Size,
    onLevel: () => void,
    signal?: AbortSignal,
  ): Decoding;
  /** Ends the worker; decodings under way are cancelled. */
  destroy(): void;
}

/** Limits of a decoding, in looks at it: the clock of a computer that sleeps stands still. */
export interface DecoderLimits {
  /** Between two looks, ms. */
  readonly lookMilliseconds: number;
  /** Looks without an answer. The largest photo takes some ten seconds. */
  readonly mostSilent: number;
}

const LIMITS: DecoderLimits = { lookMilliseconds: 1000, mostSilent: 120 };

/** The parts of a worker that are used. */
export type DecodeWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

interface Job {
  /** Looks since its last answer. */
  silent: number;
  answered(answer: DecodeAnswer): void;
  failed(error: AppError): void;
}

/** @param open other workers for tests @param limits other ones for tests */
export function createDecoder(
  open: () => DecodeWorker = openWorker,
  limits: DecoderLimits = LIMITS,
): Decoder {
  const jobs = new Map<number, Job>();
  let worker: DecodeWorker | undefined;
  let lastId = 0;
  let looking: ReturnType<typeof setInterval> | undefined;

  /** SECURITY: S49 a picture that keeps the worker is given up, and with it the worker. */
  function look(): void {
    if (jobs.size === 0) {
      clearInterval(looking);
      looking = undefined;
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
      job.failed(job.silent > limits.mostSilent ? tookTooLong() : workerFailed('replaced'));
    }
  }

  // Started at once: it is ready by the time the first picture is opened.
  worker = startWorker();

  function send(request: DecodeRequest): void {
    worker ??= startWorker();
    worker.postMessage(request, []);
    looking ??= setInterval(look, limits.lookMilliseconds);
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
    decode(wanted, stagePixels, onLevel, signal) {
      // draws itself: there is nothing to fetch
      if ('live' in wanted && wanted.live !== undefined) {
        return { picture: Promise.resolve(wanted.live), complete: Promise.resolve() };
      }
      lastId += 1;
      const id = lastId;
      const first = Promise.withResolvers<BitmapPicture>();
      const complete = Promise.withResolvers<void>();
      // A caller that awaits only one of the two must not cause an "unhandled rejection" for the other.
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
    destroy() {
      for (const job of jobs.values()) {
        job.failed(cancelled());
      }
      clearInterval(looking);
      looking = undefined;
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
    return new AppError({
      kind: 'unreachable',
      message: 'The picture could not be loaded. Try again.',
      action: 'retry',
      details,
    });
  }
  return new AppError({
    kind: 'damaged-file',
    message: 'This picture is damaged and can’t be read. Select another file.',
    action: 'choose-other-file',
    details,
  });
}

function tookTooLong(): AppError {
  return new AppError({
    kind: 'damaged-file',
    message: 'This picture takes too long to read. It may be damaged. Select another file.',
    action: 'choose-other-file',
  });
}

function workerFailed(reason: string): AppError {
  return new AppError({
    kind: 'unexpected',
    message: 'The picture could not be displayed. Try again.',
    action: 'retry',
    details: { reason },
  });
}
