/**
 * Runs mask edits in a worker. Each combines with the mask at its turn, so strokes painted
 * meanwhile are kept.
 */
import { AppError, cancelled } from '../../../../shared/errors/app-error.ts';
import { hasSameShape, type Size } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import type { CombineMode } from './mask-bitmap.ts';
import type { MaskController } from './mask-controller.ts';
import type { MaskPicture, MaskWork, MaskWorkAnswer } from './mask-worker-protocol.ts';
import type { Viewport } from '../../../viewer/stage/geometry/viewport.ts';

/** Answers one request at a time. */
function createMaskWorker() {
  let worker: Worker | undefined;
  let asked: PromiseWithResolvers<MaskWorkAnswer> | undefined;

  function start(): Worker {
    const started = new Worker(new URL('./mask.worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', ({ data }: MessageEvent<MaskWorkAnswer>) =>
      asked?.resolve(data),
    );
    started.addEventListener('error', (event) => {
      event.preventDefault();
      stop(failed(event.message));
    });
    return started;
  }

  function stop(reason: AppError): void {
    worker?.terminate();
    worker = undefined;
    asked?.reject(reason);
  }

  return {
    ask(work: MaskWork): Promise<MaskWorkAnswer> {
      asked = Promise.withResolvers();
      worker ??= start();
      worker.postMessage(work, []);
      return asked.promise;
    },
    stop,
  };
}

function pictureError(
  { reason, details, size }: MaskWorkAnswer & { readonly type: 'failed' },
  photo: Size,
): AppError {
  if (reason === 'other-shape' && size !== undefined) {
    return new AppError(
      'invalid-input',
      `This mask is ${size.width} × ${size.height} px, the photo ${photo.width} × ${photo.height} px. Select a mask with the same proportions.`,
      { action: 'choose-other-file' },
    );
  }
  if (reason === 'unreadable') {
    return new AppError(
      'damaged-file',
      'This mask can’t be read. The file is damaged or not a picture.',
      { action: 'choose-other-file', details: { reason: details.slice(0, 500) } },
    );
  }
  return failed(details);
}

function failed(reason: string): AppError {
  return new AppError('unexpected', 'The mask could not be changed. Try again.', {
    action: 'retry',
    details: { reason },
  });
}

export type MaskEdits = ReturnType<typeof createMaskEdits>;

/** @param changed called whenever `isBusy` may have changed */
export function createMaskEdits(mask: MaskController, viewport: Viewport, changed: () => void) {
  const worker = createMaskWorker();
  let chain: Promise<unknown> = Promise.resolve();
  let queued = 0;
  let opened = 0;

  function photo(): Size {
    const size = viewport.photo;
    if (size === undefined) throw new AppError('not-found', 'Open a photo first.');
    return size;
  }

  /**
   * Runs after earlier requests, so that growing twice grows the grown mask.
   * @param work called at its turn
   * @param finish part of the turn
   */
  function inTurn<Result>(
    work: () => MaskWork,
    finish: (answer: MaskWorkAnswer) => Promise<Result>,
  ): Promise<Result> {
    queued += 1;
    changed();
    const turn = chain
      .then(async () => finish(await worker.ask(work())))
      .finally(() => {
        queued -= 1;
        changed();
      });
    chain = turn.catch(() => undefined); // the caller reports it
    return turn;
  }

  async function edit(
    work: (photo: Size) => Exclude<MaskWork, { type: 'picture' }>,
    mode: CombineMode,
    label: string,
  ): Promise<void> {
    const current = opened;
    const size = photo();
    await inTurn(
      () => work(size),
      async (answer) => {
        if (answer.type !== 'tiles') throw failed(answer.type);
        await mask.whenStill(); // must not split a stroke
        if (current === opened) mask.edit(answer.tiles, mode, label);
      },
    );
  }

  return {
    get isBusy(): boolean {
      return queued > 0;
    },
    /** @param distance photo pixels, from 1 to `MASK_DISTANCE.max` */
    grow: (distance: number): Promise<void> =>
      edit(
        (size) => ({ type: 'grow', tiles: mask.packed(), distance, photo: size }),
        'unite',
        'grow mask',
      ),
    shrink: (distance: number): Promise<void> =>
      edit(
        (size) => ({ type: 'shrink', tiles: mask.packed(), distance, photo: size }),
        'subtract',
        'shrink mask',
      ),
    fillHoles: (): Promise<void> =>
      edit(() => ({ type: 'holes', tiles: mask.packed() }), 'unite', 'fill holes'),
    /**
     * Scales and adds another photo's mask.
     * @throws AppError `invalid-input` for another aspect ratio
     */
    async add(tiles: readonly PackedMaskTile[], from: Size): Promise<void> {
      const to = photo();
      if (!hasSameShape(from, to)) {
        throw new AppError(
          'invalid-input',
          `The copied mask is from a photo of ${from.width} × ${from.height} px. This photo has other proportions (${to.width} × ${to.height} px).`,
        );
      }
      await edit(() => ({ type: 'scale', tiles, from, to }), 'unite', 'paste mask');
    },
    /** @throws AppError `damaged-file`, `invalid-input` for another aspect ratio, `not-found` */
    async readPicture(picture: Blob): Promise<MaskPicture> {
      const size = photo();
      return inTurn(
        () => ({ type: 'picture', picture, photo: size }),
        async (answer) => {
          if (answer.type === 'picture') return answer.picture;
          throw answer.type === 'failed' ? pictureError(answer, size) : failed(answer.type);
        },
      );
    },
    /** Drops running work, because another photo opens. */
    forget(): void {
      opened += 1;
    },
    destroy: (): void => worker.stop(cancelled()),
  };
}
