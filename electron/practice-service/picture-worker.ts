/** The entry of a picture worker, which takes one piece of work at a time from the pool. */
import { parentPort, workerData } from 'node:worker_threads';
import { editPicture } from './edit/edit-picture.ts';
import { ServiceError } from './errors.ts';
import { readUpscale } from './upscale/call.ts';
import { upscale } from './upscale/upscale.ts';
import { readVideo } from './video/call.ts';
import { makeVideo } from './video/clip.ts';
import { ownedBuffers, type PictureWorkerOptions, type Report } from './work/messages.ts';
import type {
  PictureWork,
  PictureWorkKind,
  WorkMessage,
  WorkRequest,
} from './work/picture-pool.ts';

const options: PictureWorkerOptions = workerData;
const port = parentPort;
if (port === null) throw new Error('This file is started as a worker.');

const RUNNERS: {
  readonly [Kind in PictureWorkKind]: (
    request: PictureWork[Kind]['request'],
    report: Report,
  ) => Promise<PictureWork[Kind]['result']>;
} = {
  cleanup: (request, report) => editPicture('cleanup', request, report, options),
  'remove-text': (request, report) => editPicture('remove-text', request, report, options),
  'merge-face': (request, report) => editPicture('merge-face', request, report, options),
  'read-upscale': readUpscale,
  upscale,
  'read-video': readVideo,
  video: makeVideo,
};

port.on('message', (work: WorkRequest) => {
  const say = (message: WorkMessage): void =>
    port.postMessage(message, ownedBuffers('inspected' in message ? message.inspected : message));
  run(work, (inspected) => say({ kind: 'inspected', inspected })).then(
    (result) => say({ kind: 'done', result }),
    (error: unknown) => {
      if (error instanceof ServiceError) say({ kind: 'refused', refusal: error.refusal });
      else say({ kind: 'failed', message: String(error) });
    },
  );
});

function run<Kind extends PictureWorkKind>(
  work: { readonly kind: Kind; readonly request: PictureWork[Kind]['request'] },
  report: Report,
): Promise<PictureWork[Kind]['result']> {
  return RUNNERS[work.kind](work.request, report);
}
