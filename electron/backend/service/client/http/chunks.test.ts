import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { chunksOf } from './chunks.ts';

const CHUNK = Buffer.alloc(65_536, 1);

/** @param made counts the chunks that were taken from it */
function streamOf(count: number, made: { count: number }): Readable {
  return new Readable({
    read() {
      setImmediate(() => {
        made.count += 1;
        this.push(made.count > count ? null : CHUNK);
      });
    },
  });
}

async function read(stream: Readable): Promise<number> {
  let bytes = 0;
  for await (const chunk of chunksOf(stream)) bytes += chunk.byteLength;
  return bytes;
}

describe('the chunks of a stream', () => {
  it('do not pile up in memory for a slow reader', async () => {
    const made = { count: 0 };
    let received = 0;
    for await (const chunk of chunksOf(streamOf(200, made))) {
      for (let each = 0; each < 20; each++) await turn();
      expect(made.count - received).toBeLessThan(16);
      received += chunk.byteLength / CHUNK.byteLength;
    }
    expect(received).toBe(200);
  });

  it('fail their reader when the stream fails or closes early', async () => {
    const failing = streamOf(Infinity, { count: 0 });
    setImmediate(() => failing.destroy(new Error('broken')));
    await expect(read(failing)).rejects.toThrow('broken');
    const closing = new Readable({ read: () => undefined });
    setImmediate(() => closing.destroy());
    await expect(read(closing)).rejects.toThrow('Premature close');
  });

  it('stop when the reader leaves', async () => {
    const stream = streamOf(Infinity, { count: 0 });
    for await (const chunk of chunksOf(stream)) {
      expect(chunk).toHaveLength(CHUNK.byteLength);
      break;
    }
    expect(stream.listenerCount('data')).toBe(0);
    stream.destroy();
  });
});
