/** The added table names exactly the frames at which a player may begin. */
import { describe, expect, it } from 'vitest';
import { readMp4 } from '../testing/mp4.ts';
import { encodeMp4 } from './encode-mp4.ts';

const SIZE = { width: 32, height: 16 } as const;

/** Grey frames (I420), each a little lighter. */
function* frames(count: number): Generator<Uint8Array> {
  for (let index = 0; index < count; index += 1) {
    yield new Uint8Array((SIZE.width * SIZE.height * 3) / 2).fill(100 + index);
  }
}

/** The table of sync samples: frame numbers from 1. */
function syncSamples(file: Buffer): readonly number[] {
  const at = file.indexOf('stss', 0, 'latin1') + 4;
  const count = file.readUInt32BE(at + 4);
  return Array.from({ length: count }, (_none, index) => file.readUInt32BE(at + 8 + 4 * index));
}

describe('the table of sync samples', () => {
  it.each([
    [14, 6, [1, 13]],
    [100, 24, [1, 49, 97]],
  ])('of %i frames at %i a second names %j', async (count, rate, expected) => {
    const file = Buffer.from(await encodeMp4(frames(count), SIZE, rate));
    expect(syncSamples(file)).toEqual(expected);
    expect(readMp4(file)).toMatchObject({ frames: count, ...SIZE });
  });

  it('is there for a single frame, too', async () => {
    expect(syncSamples(Buffer.from(await encodeMp4(frames(1), SIZE, 6)))).toEqual([1]);
  });
});
