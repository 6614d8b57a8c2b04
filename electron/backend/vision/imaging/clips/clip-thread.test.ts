/** Measures films with damaged counts, in a thread with limits. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { damagedMp4, smallMp4 } from '../../../../testing/clips.ts';
import { testFolder } from '../../../../testing/test-folder.ts';
import { createClipThread } from './clip-thread.ts';

const folder = testFolder();
await writeFile(join(folder, 'sound.mp4'), await smallMp4(14, { width: 48, height: 32 }));
for (const table of ['ctts', 'stts'] as const) {
  await writeFile(join(folder, `${table}.mp4`), await damagedMp4(table));
}

const path = (name: string) => join(folder, `${name}.mp4`);
/** Its time ends before its memory: a thread without memory can take its process along. */
const LIMITS = { milliseconds: 2500, megabytes: 2048, idleMilliseconds: 60_000 };

describe('S49 the thread that measures films', () => {
  for (const table of ['stts', 'ctts'] as const) {
    it(`gives up a film whose ${table} does not end`, { tags: 'second' }, async () => {
      const thread = createClipThread(LIMITS);
      let beats = 0;
      const beating = setInterval(() => {
        beats += 1;
      }, 20);
      try {
        const sound = { frameCount: 14, width: 48, height: 32 };
        expect(await thread.measure(path('sound'))).toMatchObject(sound);
        beats = 0;
        const [damaged, behind] = await Promise.all([
          thread.measure(path(table)),
          thread.measure(path('sound')),
        ]);
        expect(damaged).toBe('endless');
        expect(behind).toMatchObject(sound);
        // a loop on the main thread would let none of them through
        expect(beats).toBeGreaterThan(5);
      } finally {
        clearInterval(beating);
        await thread.close();
      }
    });
  }

  it('ends a film as cancelled, not as damaged, when it is closed meanwhile', async () => {
    const thread = createClipThread({ ...LIMITS, milliseconds: 600_000 });
    const orders = [thread.measure(path('ctts')), thread.measure(path('sound'))];
    const ends = Promise.allSettled(orders);
    await thread.close();
    for (const end of await ends) {
      expect(end).toMatchObject({ status: 'rejected', reason: { kind: 'cancelled' } });
    }
    await expect(thread.measure(path('sound'))).rejects.toMatchObject({ kind: 'cancelled' });
  });

  it('restarts after it was idle', async () => {
    const thread = createClipThread({ ...LIMITS, idleMilliseconds: 1 });
    for (let round = 0; round < 2; round++) {
      expect(await thread.measure(path('sound'))).toMatchObject({ frameCount: 14 });
      await new Promise((resolve) => {
        setTimeout(resolve, 10); // longer than it is kept
      });
    }
    await thread.close();
  });
});
