import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createClipAhead } from './clip-ahead.ts';
import type { ClipAnswer, ClipRequest } from './clip-protocol.ts';
import { createClips } from './clips.ts';

const FILE = { url: '/clip.mp4', mediaType: 'video/mp4' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { baseURI: 'http://gesso.test/' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function createBench() {
  const requests: ClipRequest[] = [];
  let tell: (answer: ClipAnswer) => void = () => undefined;
  const clips = createClips(undefined, () => ({
    postMessage: (request) => void requests.push(request),
    terminate: () => undefined,
    onAnswer: (listener) => {
      tell = listener;
    },
    onError: () => undefined,
  }));
  return { clips, requests, answer: (answer: ClipAnswer) => tell(answer) };
}

it('a clip keeps one snapshot while frames arrive, and notifies its listeners for each', () => {
  const { clips, answer } = createBench();
  const clip = clips.take(FILE.url, FILE.mediaType, 0);
  const head = {
    size: { width: 2, height: 2 },
    frameCount: 3,
    times: [0, 1, 2, 3],
    hasAudio: false,
    start: 0,
  };
  answer({ type: 'head', id: 1, head });
  const { snapshot } = clip;
  const told = vi.fn<() => void>();
  clip.subscribe(told);
  for (const index of [0, 1, 2]) {
    const picture: ImageBitmap = { width: 2, height: 2, close: () => undefined };
    answer({ type: 'frame', id: 1, index, picture, byteLength: 16 });
  }
  expect(told).toHaveBeenCalledTimes(3);
  expect(clip.decoded).toBe(3);
  expect(clip.snapshot).toBe(snapshot);
  answer({ type: 'done', id: 1, times: head.times, isCut: false });
  expect(clip.snapshot.status.kind).toBe('ready');
});

it('a clip is decoded once from the press on its card, and cancelled when it is not opened', () => {
  const { clips, requests } = createBench();
  const ahead = createClipAhead(() => clips);
  ahead(FILE);
  expect(requests.map(({ type }) => type)).toEqual(['decode']);
  const opened = clips.take(FILE.url, FILE.mediaType, 0);
  ahead({ ...FILE, url: '/other.mp4' });
  expect(requests.map(({ type }) => type)).toEqual(['decode', 'decode']);
  vi.advanceTimersByTime(5000);
  expect(requests.at(-1)).toEqual({ type: 'cancel', id: 2 });
  opened.release();
  expect(requests.at(-1)).toEqual({ type: 'cancel', id: 1 });
});
