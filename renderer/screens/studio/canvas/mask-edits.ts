/**
 * Runs mask edits in a worker. Each combines with the mask at its turn, so strokes painted
 * meanwhile are kept.
 */
import { AppError, cancelled } from '../../../../shared/errors/app-error.ts';
import { hasSameShape, type Size } from '../../../../shared/geometry/rect.ts';
import type { PackedMaskTile } from '../../../../shared/mask/mask-tiles.ts';
import type { CombineMode } from './mask-bitmap.ts';
import type { MaskController } from './mask-controller.ts';
import type {
  MaskPicture,
  MaskWork,
  MaskWorkAnswer,
  MaskWorkRequest,
} from './mask-worker-protocol.ts';
import type { Viewport } from '../../../viewer/stage/geometry/viewport.ts';

/** @param changed called whenever `isBusy` may have changed */
function createMaskOperations(changed: () => void) {
  let worker: Worker | undefined;
  let lastId = 0;
  let chain: Promise<unknown> = Promise.resolve();
  const waiting = new Map<number, PromiseWithResolvers<MaskWorkAnswer>>();
  let queued = 0;

  function start(): Worker {
    const started = new Worker(new URL('./mask.worker.ts', import.meta.url), { type: 'module' });
    started.addEventListener('message', (event: MessageEvent<MaskWorkAnswer>) => {
      waiting.get(event.data.id)?.resolve(event.data);
      waiting.delete(event.data.id);
    });
    started.addEventListener('error', (event) => {
      event.preventDefault();
      stop(failed(event.message));
    });
    return started;
  }

  function stop(reason: AppError): void {
    worker?.terminate();
    worker = undefined;
    for (const { reject } of waiting.values()) reject(reason);
    waiting.clear();
  }

  function ask(work: MaskWork): Promise<MaskWorkAnswer> {
    lastId += 1;
    const request: MaskWorkRequest = { id: lastId, work };
    const answer = Promise.withResolvers<MaskWorkAnswer>();
    waiting.set(request.id, answer);
    worker ??= start();
    worker.postMessage(request, []);
    return answer.promise;
  }

  /** Serialised, so that growing twice grows the grown mask. */
  function inTurn<Result>(
    work: () => MaskWork,
    finish: (answer: MaskWorkAnswer) => Promise<Result>,
  ): Promise<Result> {
    queued += 1;
    changed();
    const turn = takeTurn(chain, work, finish);
    chain = turn.catch(() => undefined); // the caller reports it
    return turn;
  }

  async function takeTurn<Result>(
    before: Promise<unknown>,
    work: () => MaskWork,
    finish: (answer: MaskWorkAnswer) => Promise<Result>,
  ): Promise<Result> {
    await before;
    try {
      return await finish(await ask(work()));
    } finally {
      queued -= 1;
      changed();
    }
  }

  return {
    /**
     * Runs after earlier requests.
     * @param work called at its turn
     * @param apply shows the result; part of the turn
     */
    edit: (
      work: () => Exclude<MaskWork, { type: 'picture' }>,
      apply: (tiles: readonly PackedMaskTile[]) => Promise<void>,
    ): Promise<void> =>
      inTurn(work, async (answer) => {
        if (answer.type !== 'tiles') throw failed(answer.type);
        await apply(answer.tiles);
      }),
    /** @throws AppError `damaged-file`, `invalid-input` for another aspect ratio */
    picture: (picture: Blob, photo: Size): Promise<MaskPicture> =>
      inTurn(
        () => ({ type: 'picture', picture, photo }),
        async (answer) => {
          if (answer.type === 'picture') return answer.picture;
          throw answer.type === 'failed' ? pictureError(answer, photo) : failed(answer.type);
        },
      ),
    get isBusy(): boolean {
      return queued > 0;
    },
    destroy: (): void => stop(cancelled()),
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
  const operations = createMaskOperations(changed);
  let opened = 0;

  function photo(): Size {
    const size = viewport.photo;
    if (size === undefined) throw new AppError('not-found', 'Open a photo first.');
    return size;
  }

  async function edit(
    work: (photo: Size) => Exclude<MaskWork, { type: 'picture' }>,
    mode: CombineMode,
    label: string,
  ): Promise<void> {
    const current = opened;
    const size = photo();
    await operations.edit(
      () => work(size),
      async (tiles) => {
        await mask.whenStill(); // must not split a stroke
        if (current === opened) mask.edit(tiles, mode, label);
      },
    );
  }

  return {
    get isBusy(): boolean {
      return operations.isBusy;
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
    readPicture: async (picture: Blob): Promise<MaskPicture> =>
      operations.picture(picture, photo()),
    /** Drops running work, because another photo opens. */
    forget(): void {
      opened += 1;
    },
    destroy: (): void => operations.destroy(),
  };
}
