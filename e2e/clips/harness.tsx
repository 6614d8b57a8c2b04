/** Clips without the Video screen: the store, the player's stage and the comparison's. */
import '../../renderer/app/tokens.css';
import '@mantine/core/styles.css';
import { MantineProvider } from '@mantine/core';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createClock, windowHost, type ClipClock } from '../../renderer/viewer/clips/clock.ts';
import { createClips, type Clip } from '../../renderer/viewer/clips/clips.ts';
import { framePng } from '../../renderer/viewer/clips/frame-files.ts';
import { readFilm } from '../../renderer/viewer/clips/film-reader.ts';
import type { MatchMode } from '../../renderer/viewer/clips/match.ts';
import { windowClips } from '../../renderer/viewer/clips/window-clips.ts';
import { CompareStage } from '../../renderer/screens/video/compare/CompareStage.tsx';
import {
  startOfCompare,
  type CompareState,
} from '../../renderer/screens/video/compare/compare-state.ts';
import { useClipPicture } from '../../renderer/screens/video/player/use-clip-picture.ts';
import { PictureViewer } from '../../renderer/viewer/stage/PictureViewer.tsx';
import type { ShownPicture } from '../../renderer/viewer/stage/viewer-types.ts';
import { createBareClips, type BareClips } from './bare.ts';
import { createSoundHarness, type SoundHarness } from './sound-harness.ts';
import { aJob } from '../../renderer/features/jobs/testing/a-job.ts';

/** A point, as shares of a picture's sides. */
export type Share = readonly [x: number, y: number];
export type Rgb = readonly [number, number, number];

/** A decoded or failed clip. */
export interface OpenedClip {
  readonly kind: 'ready' | 'failed';
  readonly failure?: string;
  readonly isCut?: boolean;
  readonly times: readonly number[];
  readonly size: { readonly width: number; readonly height: number } | undefined;
  readonly hasAudio: boolean;
}

export interface ClipHarness extends SoundHarness {
  /** Takes a clip, and waits until all of it is decoded. */
  open(url: string, mediaType: string, pixelBytes?: number): Promise<OpenedClip>;
  /** Colours of a frame in the store, at its own size. */
  colours(url: string, frame: number, at: readonly Share[]): readonly Rgb[];
  /** The same of the saved PNG, decoded by the browser. */
  savedColours(url: string, frame: number, at: readonly Share[]): Promise<readonly Rgb[]>;
  /** The same of the still. */
  posterColours(url: string, mediaType: string, at: readonly Share[]): Promise<readonly Rgb[]>;
  /** The still, or why there is none; `isHidden`: no animation frame ever comes. */
  poster(url: string, mediaType: string, isHidden: boolean): Promise<{ type: string } | string>;
  /** Shows an opened clip in the player's stage. */
  play(url: string): void;
  /** Colours on the stage's canvas, as shares of the picture on it. */
  shownColours(at: readonly Share[]): readonly Rgb[];
  /** Shows opened clips side by side. */
  compare(urls: readonly string[], match: MatchMode): void;
  /** Colours of one pane. */
  paneColours(pane: number, at: readonly Share[]): readonly Rgb[];
  readonly clock: ClipClock | undefined;
  readonly use: { readonly bytes: number; readonly cap: number; readonly decoding: number };
  /** Decodes a film on this thread with a decoder that is reclaimed once. @returns decoded frames */
  decodeReclaimed(url: string): Promise<readonly number[]>;
  /** Opens films one after another in a store whose worker may be silent for three seconds. */
  openImpatiently(urls: readonly string[]): Promise<readonly OpenedClip[]>;
  release(url: string): void;
  /** Plays the compared clips for the given time. @returns frames of the third that were drawn */
  playFor(speed: number, milliseconds: number): Promise<readonly number[]>;
  readonly bare: BareClips;
}

declare global {
  interface Window {
    clipHarness?: ClipHarness;
  }
}

const held = new Map<string, Clip>();

function clipOf(url: string): Clip {
  const clip = held.get(url);
  if (clip === undefined) throw new Error(`${url} was not opened.`);
  return clip;
}

function sampled(
  image: CanvasImageSource,
  { width, height }: { readonly width: number; readonly height: number },
  at: readonly Share[],
): readonly Rgb[] {
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (context === null) throw new Error('No 2D context.');
  context.drawImage(image, 0, 0, width, height);
  return at.map(([x, y]) => {
    const { data } = context.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1);
    return [data[0] ?? 0, data[1] ?? 0, data[2] ?? 0];
  });
}

async function sampledFile(file: Blob, at: readonly Share[]): Promise<readonly Rgb[]> {
  const bitmap = await createImageBitmap(file);
  return sampled(bitmap, bitmap, at);
}

function openedClipOf(clip: Clip): OpenedClip | undefined {
  const { status, times, head } = clip.snapshot;
  const facts = { times, size: head?.size, hasAudio: head?.hasAudio ?? false };
  if (status.kind === 'ready') return { kind: 'ready', isCut: status.isCut, ...facts };
  if (status.kind === 'failed') return { kind: 'failed', failure: status.failure, ...facts };
  return undefined;
}

/** Waits for the end of decoding. */
async function opened(clip: Clip): Promise<OpenedClip> {
  for (;;) {
    const end = openedClipOf(clip);
    if (end !== undefined) return end;
    await new Promise<void>((resolve) => {
      const stop = clip.subscribe(() => {
        stop();
        resolve();
      });
    });
  }
}

interface ShownClipProps {
  readonly clip: Clip;
  readonly clock: ClipClock;
  readonly size: { readonly width: number; readonly height: number };
}

function ShownClip(props: ShownClipProps) {
  const [picture, setPicture] = useState<ShownPicture>();
  return (
    <PictureViewer picture={picture} label="Clip" hasPlainKeys={false} series="clips">
      <Frames {...props} onPicture={setPicture} />
    </PictureViewer>
  );
}

function Frames(props: ShownClipProps & { onPicture: (picture?: ShownPicture) => void }) {
  const { clip, clock, size, onPicture } = props;
  useClipPicture(clip, clock, size, undefined, onPicture);
  return null;
}

function mount(): ClipHarness {
  const element = document.querySelector('#root');
  if (element === null) throw new Error('The harness page has no root.');
  const root = createRoot(element);
  let clock: ClipClock | undefined;
  let grid = { columns: 1, rows: 1 };
  let size = { width: 1, height: 1 };
  let shows = 0;

  function show(screen: React.ReactNode): void {
    shows += 1;
    root.render(
      <StrictMode>
        <MantineProvider defaultColorScheme="dark">
          <div key={shows} style={{ display: 'grid', height: '100%' }}>
            {screen}
          </div>
        </MantineProvider>
      </StrictMode>,
    );
  }

  /** Reads colours of a pane, in which the picture is fitted and centred. */
  function onCanvas(pane: number, at: readonly Share[]): readonly Rgb[] {
    const canvas = document.querySelector<HTMLCanvasElement>('.konvajs-content canvas');
    const context = canvas?.getContext('2d');
    if (!canvas || !context) throw new Error('Nothing is shown.');
    const width = canvas.width / grid.columns;
    const height = canvas.height / grid.rows;
    const left = (pane % grid.columns) * width;
    const top = Math.floor(pane / grid.columns) * height;
    const zoom = Math.min(1, (width - 32) / size.width, (height - 32) / size.height);
    return at.map(([x, y]) => {
      const { data } = context.getImageData(
        Math.floor(left + width / 2 + (x - 0.5) * size.width * zoom),
        Math.floor(top + height / 2 + (y - 0.5) * size.height * zoom),
        1,
        1,
      );
      return [data[0] ?? 0, data[1] ?? 0, data[2] ?? 0];
    });
  }

  return {
    async open(url, mediaType, pixelBytes = Infinity) {
      const clip = windowClips().take(url, mediaType, pixelBytes);
      held.set(url, clip);
      return await opened(clip);
    },
    colours(url, frame, at) {
      const picture = clipOf(url).picture(frame);
      const own = clipOf(url).snapshot.head?.size;
      if (picture === undefined || own === undefined) throw new Error(`No frame ${frame}.`);
      return sampled(picture, own, at);
    },
    async savedColours(url, frame, at) {
      const picture = clipOf(url).picture(frame);
      const own = clipOf(url).snapshot.head?.size;
      if (picture === undefined || own === undefined) throw new Error(`No frame ${frame}.`);
      const { brief } = aJob({});
      const note = { request: brief, seed: '1', jobId: 'job', output: 0, frame: frame + 1 };
      return await sampledFile(await framePng(picture, own, note), at);
    },
    async posterColours(url, mediaType, at) {
      const { still, failure } = await windowClips().makePoster(url, mediaType);
      if (still === undefined) throw new Error(failure);
      return await sampledFile(still, at);
    },
    async poster(url, mediaType, isHidden) {
      const { requestAnimationFrame: own } = window;
      if (isHidden) window.requestAnimationFrame = () => 0;
      try {
        const { still, failure } = await windowClips().makePoster(url, mediaType);
        return still === undefined ? (failure ?? '') : { type: still.type };
      } finally {
        window.requestAnimationFrame = own;
      }
    },
    play(url) {
      const clip = clipOf(url);
      clock = createClock(clip.snapshot.times, windowHost);
      grid = { columns: 1, rows: 1 };
      size = clip.snapshot.head?.size ?? size;
      show(<ShownClip clip={clip} clock={clock} size={size} />);
    },
    shownColours: (at) => onCanvas(0, at),
    compare(urls, match) {
      const taken = urls.map(clipOf);
      const sizes = taken.map(({ snapshot }) => snapshot.head?.size ?? size);
      const longest = taken.reduce((a, b) =>
        b.snapshot.times.length > a.snapshot.times.length ? b : a,
      );
      const lead = longest.snapshot.times;
      clock = createClock(lead, windowHost);
      [size = { width: 1, height: 1 }] = sizes;
      grid = urls.length === 4 ? { columns: 2, rows: 2 } : { columns: urls.length, rows: 1 };
      const state: CompareState = startOfCompare(urls.length);
      const opened = urls.map((url, index) => ({
        job: aJob({ id: `job-${index}` }),
        output: 0,
        title: url,
        file: { id: 0, url, mediaType: 'video/mp4', byteLength: 1 },
      }));
      show(
        <CompareStage
          opened={opened}
          taken={taken}
          sizes={sizes}
          clock={clock}
          state={state}
          match={match}
          lead={lead}
          isCovered={false}
          change={() => undefined}
          onPick={() => undefined}
        />,
      );
    },
    paneColours: onCanvas,
    get clock() {
      return clock;
    },
    get use() {
      return windowClips().use;
    },
    async openImpatiently(urls) {
      const clips = createClips({ pollMilliseconds: 500, mostSilent: 6, mostIdle: 60 });
      const taken = urls.map((url) => clips.take(url, 'video/mp4', 0));
      return await Promise.all(taken.map(opened));
    },
    async decodeReclaimed(url) {
      const data = await (await fetch(url)).arrayBuffer();
      const came: number[] = [];
      const own = window.VideoDecoder;
      let isTaken = false;
      window.VideoDecoder = class extends own {
        constructor(init: VideoDecoderInit) {
          super({
            ...init,
            output(frame) {
              init.output(frame);
              if (isTaken || came.length < 2) return;
              isTaken = true;
              init.error(
                new DOMException('Codec reclaimed due to inactivity.', 'QuotaExceededError'),
              );
            },
          });
        }
      };
      try {
        const limits = { asPixels: 1e9, most: 1e9 };
        const seen = new Set<number>();
        await readFilm(
          { data, mediaType: 'video/mp4' },
          limits,
          {
            head: () => undefined,
            frame(index, { picture }) {
              picture.close();
              seen.add(index);
              came.push(index);
            },
            isEnough: (index) => seen.has(index),
            isComplete: () => false,
          },
          new AbortController().signal,
        );
      } finally {
        window.VideoDecoder = own;
      }
      if (!isTaken) throw new Error('The decoder was not taken back.');
      return came;
    },
    release(url) {
      held.get(url)?.release();
      held.delete(url);
    },
    async playFor(speed, milliseconds) {
      const own = clock;
      if (own === undefined) throw new Error('Nothing is shown.');
      const drawn: number[] = [];
      const stop = own.subscribe(() => {
        if (own.snapshot.frame !== drawn.at(-1)) drawn.push(own.snapshot.frame);
      });
      own.setSpeed(speed);
      own.play();
      await new Promise((resolve) => {
        setTimeout(resolve, milliseconds);
      });
      own.pause();
      stop();
      return drawn;
    },
    ...createSoundHarness(clipOf),
    bare: createBareClips(),
  };
}

windowClips().warm();
window.clipHarness = mount();
