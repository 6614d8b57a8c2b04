/** Needs no animation frames, so that hidden windows can make stills. */
import { readAnimation } from './animation-reader.ts';
import type {
  ClipAnswer,
  ClipRequest,
  ClipDecodeRequest,
  FilmRequest,
  PosterRequest,
  SoundRequest,
} from './clip-protocol.ts';
import { ClipError, type ClipBytes, type ClipReader } from './clip-reader.ts';
import { warmUp } from './frame-copy.ts';
import { readFilm } from './film-reader.ts';
import { writeFilm } from './film-writer.ts';
import { createPoster } from './poster.ts';
import { readSound } from './sound-reader.ts';

/** Ms between two signs of life. */
const SIGN_MILLISECONDS = 1000;

const wanted = new Map<number, AbortController>();
let queue: Promise<void> = Promise.resolve();

self.addEventListener('message', ({ data: request }: MessageEvent<ClipRequest>) => {
  if (request.type === 'cancel') {
    wanted.get(request.id)?.abort();
    return;
  }
  const controller = new AbortController();
  wanted.set(request.id, controller);
  queue = queue.then(() => serve(request, controller.signal));
});

// started with a screen, then idle until a clip is opened
warmUp();

function answer(message: ClipAnswer, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

async function serve(
  request: Exclude<ClipRequest, { readonly type: 'cancel' }>,
  signal: AbortSignal,
): Promise<void> {
  const { id } = request;
  answer({ type: 'begun', id });
  // the signs stop when an endless loop blocks the worker
  const signs = setInterval(() => answer({ type: 'alive', id }), SIGN_MILLISECONDS);
  try {
    signal.throwIfAborted();
    switch (request.type) {
      case 'decode':
        await decode(request, signal);
        break;
      case 'poster':
        await poster(request, signal);
        break;
      case 'sound':
        await sound(request, signal);
        break;
      case 'film':
        await film(request, signal);
        break;
    }
  } catch (error) {
    const failure = error instanceof ClipError ? error.failure : 'damaged';
    const reason = error instanceof Error ? error.message : String(error);
    if (!signal.aborted) answer({ type: 'failed', id, failure, reason });
  } finally {
    clearInterval(signs);
    wanted.delete(id);
    answer({ type: 'ended', id });
  }
}

async function decode({ id, url, mediaType, limits }: ClipDecodeRequest, signal: AbortSignal) {
  const sent = new Set<number>();
  let count = Infinity;
  const { times, isCut } = await readerOf(mediaType)(
    await fetchFile(url, mediaType, signal),
    limits,
    {
      head(head) {
        count = head.frameCount;
        answer({ type: 'head', id, head });
      },
      frame(index, { picture, byteLength }) {
        sent.add(index);
        answer({ type: 'frame', id, index, picture, byteLength }, [picture]);
      },
      isEnough: (index) => sent.has(index),
      isComplete: () => sent.size >= count,
    },
    signal,
  );
  answer({ type: 'done', id, times, isCut });
}

async function poster({ id, url, mediaType, longerSide }: PosterRequest, signal: AbortSignal) {
  const file = await fetchFile(url, mediaType, signal);
  const blob = await createPoster(readerOf(mediaType), file, longerSide, signal);
  answer({ type: 'blob', id, blob });
}

async function sound({ id, url, mediaType, ...span }: SoundRequest, signal: AbortSignal) {
  const read = await readSound(await fetchFile(url, mediaType, signal), span, signal);
  answer(
    { type: 'sound', id, sound: read },
    read.channels.map(({ buffer }) => buffer),
  );
}

async function film({ id, size, frames, sound: heard }: FilmRequest, signal: AbortSignal) {
  try {
    answer({ type: 'blob', id, blob: await writeFilm(size, frames, heard, signal) });
  } finally {
    for (const { picture } of frames) picture.close();
  }
}

function readerOf(mediaType: string): ClipReader {
  return mediaType.startsWith('image/') ? readAnimation : readFilm;
}

async function fetchFile(url: string, mediaType: string, signal: AbortSignal): Promise<ClipBytes> {
  try {
    const response = await fetch(url, { signal });
    if (!response.ok) throw new ClipError('fetch', `HTTP ${response.status}`);
    return { data: await response.arrayBuffer(), mediaType };
  } catch (error) {
    if (error instanceof ClipError) throw error;
    throw new ClipError('fetch', error instanceof Error ? error.message : String(error));
  }
}
