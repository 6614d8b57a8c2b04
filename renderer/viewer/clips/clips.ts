/** Decodes each file once. Released clips stay decoded while there is room. */
import {
  createClipWorkerPool,
  type ClipTask,
  type ClipWorker,
  type ClipWorkerLimits,
} from './clip-worker-pool.ts';
import type {
  ClipAnswer,
  ClipFailure,
  ClipHead,
  FilmRequest,
  KeptPicture,
  PosterRequest,
  Sound,
  SoundRequest,
} from './clip-protocol.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Size } from '../../../shared/geometry/rect.ts';
import { createFrameStore } from './frame-store.ts';

const CLIPS = {
  /** Of all frames together. */
  capBytes: 400e6,
  /** Longer side, pixels; a card at two device pixels per CSS pixel. */
  posterSide: 512,
} as const;

type ClipStatus =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly isCut: boolean }
  | { readonly kind: 'failed'; readonly failure: ClipFailure; readonly reason: string };

export interface ClipSnapshot {
  readonly status: ClipStatus;
  readonly head: ClipHead | undefined;
  /** Starts of the decoded frames and the end of the last, ms; n + 1 values. Empty until known. */
  readonly times: readonly number[];
}

export interface Clip {
  readonly url: string;
  /** The same object while frames arrive, so that components need not render for each. */
  readonly snapshot: ClipSnapshot;
  readonly decoded: number;
  /** The pixels of a frame, or the nearest earlier one that is there. @param index counts from 0 */
  picture(index: number): KeptPicture | undefined;
  /** Also called for each frame. */
  subscribe(listener: () => void): () => void;
  /** No one may draw with it afterwards. */
  release(): void;
}

export type MadePoster =
  | { readonly still: Blob; readonly failure?: undefined }
  | { readonly still?: undefined; readonly failure: ClipFailure };

export type ReadSound =
  | { readonly sound: Sound; readonly failure?: undefined }
  | { readonly sound?: undefined; readonly failure: ClipFailure };

export interface Clips {
  /**
   * @param url same origin; its bytes never change
   * @param pixelBytes the most it may use as pixels; does not affect an opened clip
   */
  take(url: string, mediaType: string, pixelBytes: number): Clip;
  /** Starts the worker, so that it is ready when the first clip is opened. */
  warm(): void;
  makePoster(url: string, mediaType: string): Promise<MadePoster>;
  readSound(clip: Clip, mediaType: string): Promise<ReadSound>;
  /** @param frames are transferred @throws AppError */
  makeFilm(
    size: Size,
    frames: readonly { readonly picture: KeptPicture; readonly duration: number }[],
    sound?: Sound,
  ): Promise<Blob>;
  readonly use: { readonly bytes: number; readonly cap: number; readonly decoding: number };
}

interface Entry {
  readonly url: string;
  readonly listeners: Set<() => void>;
  id: number | undefined;
  users: number;
  snapshot: ClipSnapshot;
}

export const NO_CLIP: ClipSnapshot = { status: { kind: 'loading' }, head: undefined, times: [] };

/** @param limits of the worker @param start creates it; tests replace both */
export function createClips(limits?: ClipWorkerLimits, start = startWorker): Clips {
  const entries = new Map<string, Entry>();
  const pool = createClipWorkerPool(start, limits);
  const store = createFrameStore<KeptPicture>(CLIPS.capBytes, (url) => entries.delete(url));
  function change(entry: Entry, next: Partial<ClipSnapshot>): void {
    entry.snapshot = { ...entry.snapshot, ...next };
    tell(entry);
  }

  function tell(entry: Entry): void {
    for (const listener of entry.listeners) listener();
  }

  function decode(entry: Entry, mediaType: string, pixelBytes: number): void {
    function fail(failure: ClipFailure, reason: string): void {
      entry.id = undefined;
      store.drop(entry.url);
      change(entry, { status: { kind: 'failed', failure, reason }, times: [] });
    }
    const task: ClipTask = {
      failed: fail,
      answered(answer) {
        if (answer.type === 'head') {
          const { head } = answer;
          change(entry, { head, times: head.times ?? [] });
        } else if (answer.type === 'frame') {
          const { index, picture, byteLength } = answer;
          if (store.add(entry.url, index, picture, byteLength)) return tell(entry);
          if (entry.id !== undefined) pool.cancel(entry.id);
          fail('too-large', 'The clips that are shown leave no room.');
        } else if (answer.type === 'done') {
          entry.id = undefined;
          const { times, isCut } = answer;
          const count = store.frames(entry.url).count;
          change(entry, {
            status: { kind: 'ready', isCut },
            times: isCut ? times.slice(0, count + 1) : times,
          });
        }
      },
    };
    const url = absolute(entry.url);
    const decoding = { asPixels: pixelBytes, most: CLIPS.capBytes };
    entry.id = pool.order((id) => ({ type: 'decode', id, url, mediaType, limits: decoding }), task);
  }

  function leave(entry: Entry): void {
    entry.users -= 1;
    store.unpin(entry.url);
    if (entry.users > 0) return;
    const { status } = entry.snapshot;
    if (status.kind === 'ready') return;
    // half a clip is not kept, and a failed one is tried again when it is shown again
    if (entry.id !== undefined) pool.cancel(entry.id);
    store.drop(entry.url);
    entries.delete(entry.url);
  }

  /** @param read `undefined` for an answer that is not the last */
  function ask<Made>(
    request: (id: number) => FilmRequest | PosterRequest | SoundRequest,
    read: (answer: ClipAnswer) => Made | undefined,
    transfer: Transferable[] = [],
  ): Promise<Made | { readonly failure: ClipFailure; readonly reason: string }> {
    return new Promise((resolve) => {
      const task: ClipTask = {
        failed: (failure, reason) => resolve({ failure, reason }),
        answered(answer) {
          const made = read(answer);
          if (made !== undefined) resolve(made);
        },
      };
      pool.order(request, task, transfer);
    });
  }

  const stillOf = (answer: ClipAnswer) =>
    answer.type === 'blob' ? { still: answer.blob } : undefined;

  return {
    warm: () => pool.warm(),
    take(url, mediaType, pixelBytes) {
      let entry = entries.get(url);
      if (entry === undefined) {
        entry = { url, listeners: new Set(), id: undefined, users: 0, snapshot: NO_CLIP };
        entries.set(url, entry);
        store.pin(url);
        decode(entry, mediaType, pixelBytes);
      } else store.pin(url);
      entry.users += 1;
      const taken = entry;
      let isReleased = false;
      return {
        url,
        get snapshot() {
          return taken.snapshot;
        },
        get decoded() {
          return store.frames(url).count;
        },
        picture(index) {
          if (isReleased) return undefined;
          const frames = store.frames(url);
          for (let at = index; at >= 0; at--) {
            const picture = frames.picture(at);
            if (picture !== undefined) return picture;
          }
          return undefined;
        },
        subscribe(listener) {
          taken.listeners.add(listener);
          return () => taken.listeners.delete(listener);
        },
        release() {
          if (isReleased) return;
          isReleased = true;
          leave(taken);
        },
      };
    },
    makePoster: (url, mediaType) =>
      ask(
        (id) => ({
          type: 'poster',
          id,
          url: absolute(url),
          mediaType,
          longerSide: CLIPS.posterSide,
        }),
        stillOf,
      ),
    readSound({ url, snapshot: { head, times } }, mediaType) {
      const span = { start: head?.start ?? 0, length: times.at(-1) ?? 0 };
      return ask(
        (id) => ({ type: 'sound', id, url: absolute(url), mediaType, ...span }),
        (answer) => (answer.type === 'sound' ? { sound: answer.sound } : undefined),
      );
    },
    async makeFilm(size, frames, sound) {
      const made = await ask(
        (id) => ({ type: 'film', id, size, frames, sound }),
        stillOf,
        frames.map(({ picture }) => picture),
      );
      if ('still' in made) return made.still;
      throw new AppError(
        'unexpected',
        made.failure === 'unsupported'
          ? 'This computer can’t write MP4 files. Save the range as GIF.'
          : 'The range could not be saved. Try again.',
        { action: 'retry', details: { reason: made.reason } },
      );
    },
    get use() {
      return { bytes: store.byteLength, cap: store.cap, decoding: pool.count };
    },
  };
}

const absolute = (url: string): string => new URL(url, document.baseURI).href;

function startWorker(): ClipWorker {
  const worker = new Worker(new URL('./clip.worker.ts', import.meta.url), { type: 'module' });
  return {
    postMessage: (request, transfer) => worker.postMessage(request, transfer),
    terminate: () => worker.terminate(),
    onAnswer: (listener) =>
      worker.addEventListener('message', ({ data }: MessageEvent<ClipAnswer>) => listener(data)),
    onError: (listener) =>
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        listener(event.message);
      }),
  };
}
