/** One piece of work in a picture worker, by its kind. */
import { runCleanup } from '../cleanup/run.ts';
import { ServiceError } from '../errors.ts';
import { mergeFace } from '../merge-face/run.ts';
import { removeText } from '../remove-text/run.ts';
import { readUpscale, upscale } from '../upscale/run.ts';
import { makeVideo, readVideo } from '../video/run.ts';
import type {
  PictureWork,
  PictureWorkerOptions,
  PictureWorkKind,
  Report,
  WorkMessage,
  WorkRequest,
} from './messages.ts';
import { ownedBuffers } from './transfer.ts';

/** Carries out one kind of work. */
type Runner<Kind extends PictureWorkKind> = (
  request: PictureWork[Kind]['request'],
  report: Report,
  options: PictureWorkerOptions,
) => Promise<PictureWork[Kind]['result']>;

const RUNNERS: { readonly [Kind in PictureWorkKind]: Runner<Kind> } = {
  cleanup: runCleanup,
  'remove-text': removeText,
  'merge-face': mergeFace,
  'read-upscale': readUpscale,
  upscale,
  'read-video': readVideo,
  video: makeVideo,
};

/**
 * Carries out one piece of work in a worker. Never rejects.
 *
 * @param say takes each message with the buffers to transfer
 */
export async function runWork(
  work: WorkRequest,
  options: PictureWorkerOptions,
  say: (message: WorkMessage, transfer: ArrayBuffer[]) => void,
): Promise<void> {
  try {
    const result = await run(work, options, (inspected) =>
      say({ kind: 'inspected', inspected }, ownedBuffers(inspected)),
    );
    say({ kind: 'done', result }, ownedBuffers({ result }));
  } catch (error) {
    if (error instanceof ServiceError) say({ kind: 'refused', refusal: error.refusal }, []);
    else say({ kind: 'failed', message: String(error) }, []);
  }
}

function run<Kind extends PictureWorkKind>(
  work: { readonly kind: Kind; readonly request: PictureWork[Kind]['request'] },
  options: PictureWorkerOptions,
  report: Report,
): Promise<PictureWork[Kind]['result']> {
  return RUNNERS[work.kind](work.request, report, options);
}
