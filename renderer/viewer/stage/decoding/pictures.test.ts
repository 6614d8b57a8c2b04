import { describe, expect, it, vi } from 'vitest';
import { createPictures } from './pictures.ts';
import type { Decoder } from './decoder.ts';
import type { PictureSource } from './picture.ts';

const SIZE = { width: 600, height: 400 };

/** Pictures over a decoder that is ready at once. */
function open() {
  const decoded: (Blob | string)[] = [];
  const stopped: (Blob | string)[] = [];
  const disposed: PictureSource[] = [];
  const decoder: Pick<Decoder, 'decode'> = {
    decode(wanted, _stagePixels, _onLevel, signal) {
      const source = 'file' in wanted ? wanted.file : wanted.url;
      decoded.push(source);
      signal?.addEventListener('abort', () => stopped.push(source));
      const picture: PictureSource = {
        size: SIZE,
        opaque: true,
        draw: () => undefined,
        dispose: () => void disposed.push(picture),
      };
      return { picture: Promise.resolve(picture), complete: Promise.resolve() };
    },
  };
  const painter = { setPhoto: vi.fn(), redraw: vi.fn() };
  const nothing = () => undefined;
  const pictures = createPictures(
    decoder as never,
    painter as never,
    { clear: nothing } as never,
    { take: nothing, keep: nothing, clear: nothing } as never,
    { stage: SIZE, pixelRatio: 1 } as never,
    nothing,
    nothing,
    nothing,
  );
  return { pictures, decoded, stopped, disposed, painter };
}

describe('a file that is decoded in advance', () => {
  const signal = new AbortController().signal;
  const file = new Blob(['a']);

  it('is decoded at once, and shown without being decoded again', async () => {
    const { pictures, decoded, stopped, painter } = open();
    pictures.expect(file);
    expect(decoded).toEqual([file]);
    await pictures.preview(file, signal);
    expect(decoded).toEqual([file]);
    expect(stopped).toEqual([]);
    expect(painter.setPhoto).toHaveBeenLastCalledWith(expect.objectContaining({ size: SIZE }));
  });

  it('is cancelled for another one, and for a photo', async () => {
    const { pictures, decoded, stopped, disposed } = open();
    const other = new Blob(['b']);
    pictures.expect(file);
    await pictures.preview(other, signal);
    expect(decoded).toEqual([file, other]);
    expect(stopped).toEqual([file]);
    expect(disposed).toHaveLength(1);
    pictures.expect(file);
    await pictures.open({ id: 'photo', size: SIZE, url: '/photo' }, undefined);
    expect(stopped.filter((each) => each === file)).toHaveLength(2);
  });

  it('is cancelled with its opening', async () => {
    const { pictures, stopped } = open();
    const opening = new AbortController();
    pictures.expect(file);
    const shown = pictures.preview(file, opening.signal);
    opening.abort();
    await expect(shown).rejects.toMatchObject({ kind: 'cancelled' });
    expect(stopped).toEqual([file]);
  });
});
