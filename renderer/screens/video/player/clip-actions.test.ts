import { expect, it, vi } from 'vitest';
import { aJob } from '../../../features/jobs/testing/a-job.ts';
import type { Clip } from '../../../viewer/clips/clips.ts';
import { copyFrame, type ShownClip } from './clip-actions.ts';

it('says why a frame could not be copied when the clipboard is not to blame', async () => {
  class Item {
    readonly data: Readonly<Record<string, Promise<Blob>>>;
    constructor(data: Readonly<Record<string, Promise<Blob>>>) {
      this.data = data;
    }
  }
  vi.stubGlobal('ClipboardItem', Item);
  vi.stubGlobal('navigator', {
    clipboard: {
      write: async ([item]: readonly Item[]) => {
        await item?.data['image/png'];
      },
    },
  });
  const shown: ShownClip = {
    job: aJob({ id: 'a', kind: 'video' }),
    output: { id: 0, url: '', mediaType: 'video/mp4', byteLength: 1 },
    clip: { picture: () => undefined } as Partial<Clip> as Clip,
    size: { width: 2, height: 2 },
    times: [0, 10],
    sound: undefined,
  };
  await expect(copyFrame(shown, 0)).rejects.toThrow('This frame has not been read yet');
  vi.unstubAllGlobals();
});
