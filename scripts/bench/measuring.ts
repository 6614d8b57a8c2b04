/** Clips that are measured when they arrive: in the thread that is looked after, beside the same without it. */
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CustomSource, EncodedPacketSink, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';
import { frameTimesOf, shownFrames, type FrameSpan } from '../../shared/clips/frame-times.ts';
import { createClipMeter } from '../../electron/backend/imaging/clips/clip-facts.ts';
import { numberedMp4, withOffsets } from '../../electron/testing/clips.ts';
import type { BenchContext } from './context.ts';
import { withRatioBound, type Figure } from './figure.ts';
import { medianOf } from './statistics.ts';

const MEASURING = {
  size: { width: 1024, height: 576 },
  frames: 100,
  /** Measurements of each before the first that counts: both are as quick as they get. */
  first: 200,
  /** … and of those that count, one by one. */
  times: 400,
  factor: 1.2,
} as const;

/** @returns the time for a sound clip of 100 frames */
export async function measureMeasuring(context: BenchContext): Promise<readonly Figure[]> {
  const { size, frames, first, times, factor } = MEASURING;
  context.say('measuring: a clip, with and without the thread');
  const path = join(context.folder, 'measured.mp4');
  const film = await numberedMp4(frames, { ...size, rate: 24 });
  await writeFile(path, withOffsets(film, [[frames, 0]]));
  const meter = createClipMeter();
  const gesso: number[] = [];
  const bare: number[] = [];
  try {
    for (let time = -first; time < times; time++) {
      const began = performance.now();
      const { facts } = await meter.measure(path, 'video/mp4');
      const between = performance.now();
      const count = await countFrames(path);
      const end = performance.now();
      if (facts?.frameCount !== count) throw new Error('They differ.');
      if (time < 0) continue;
      gesso.push(between - began);
      bare.push(end - between);
    }
  } finally {
    await meter.close();
  }
  return [
    withRatioBound(
      {
        name: 'a clip of 100 frames: measured when it arrives',
        unit: 'ms',
        gesso: medianOf(gesso, (time) => time),
        baseline: { name: 'on the main thread', value: medianOf(bare, (time) => time) },
      },
      factor,
    ),
  ];
}

/** The same on this thread with the library alone, read as a program reads files on its main thread. */
async function countFrames(path: string): Promise<number> {
  const file = await open(path, 'r');
  const input = new Input({
    source: new CustomSource({
      getSize: async () => (await file.stat()).size,
      read: async (start, end) => {
        const bytes = new Uint8Array(end - start);
        const { bytesRead } = await file.read(bytes, 0, bytes.byteLength, start);
        return bytes.subarray(0, bytesRead);
      },
    }),
    formats: [MP4, QTFF, WEBM, MATROSKA],
  });
  try {
    const track = await input.getPrimaryVideoTrack();
    if (track === null) throw new Error('This is no film.');
    const spans: FrameSpan[] = [];
    const packets = new EncodedPacketSink(track).packets(undefined, undefined, {
      metadataOnly: true,
    });
    for await (const { timestamp, duration } of packets) spans.push({ timestamp, duration });
    await track.getDisplayWidth();
    await track.getDisplayHeight();
    await track.getCodecParameterString();
    await input.getPrimaryAudioTrack();
    return frameTimesOf(shownFrames(spans)).length - 1;
  } finally {
    input.dispose();
    await file.close();
  }
}
