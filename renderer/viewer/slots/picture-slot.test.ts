import { describe, expect, it } from 'vitest';
import type { Photo } from '../../../shared/contract/photos.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { problemOfPicture } from '../../../shared/api/picture-problem.ts';
import { aPhoto } from './testing/a-photo.ts';
import { SLOT_LIBRARY } from './testing/a-slot.ts';
import { createPictureSlot, type PictureSlotBackend } from './picture-slot.ts';

/** A slot on a scripted backend. */
function fixture(script: Partial<PictureSlotBackend> = {}) {
  const held: (string | undefined)[] = [];
  const slot = createPictureSlot({ ...SLOT_LIBRARY, ...script }, (next) => held.push(next?.id));
  return { slot, held, state: slot.state.getState };
}

describe('a picture slot', () => {
  it('shows the latest request, whichever answer comes last', async () => {
    const waiting = new Map<string, (photo: Photo) => void>();
    const { slot, state, held } = fixture({
      takePhoto: (id) => new Promise((resolve) => waiting.set(id, resolve)),
    });
    const both = Promise.all([slot.takePhoto('slow'), slot.takePhoto('fast')]);
    waiting.get('fast')?.(aPhoto('fast'));
    waiting.get('slow')?.(aPhoto('slow'));
    await both;
    expect(state().photo?.id).toBe('fast');
    expect(held).toEqual(['fast']);
  });

  it('keeps its picture when another one cannot be read, and says so', async () => {
    const refused = new AppError('unsupported-file', 'No picture.');
    const { slot, state } = fixture({ importFile: () => Promise.reject(refused) });
    await slot.takePhoto('first');
    await slot.takeFiles([new File([], 'text.txt')]);
    expect(state()).toMatchObject({ photo: { id: 'first' }, isOpening: false, error: refused });
    slot.dismissError();
    expect(state().error).toBeUndefined();
  });

  it('says how many of several files are left out', async () => {
    const said: string[] = [];
    const { slot, state } = fixture({
      importFile: async ({ name }) => aPhoto(name),
      say: (message) => void said.push(message),
    });
    await slot.takeFiles(['a.png', 'b.png', 'c.png'].map((name) => new File([], name)));
    expect([state().photo?.id, said]).toEqual([
      'a.png',
      ['2 files left out: only one picture goes here.'],
    ]);
  });

  it('drops a picture that turns out to be damaged', async () => {
    const damaged = new AppError('damaged-file', 'Damaged.');
    const { slot, state, held } = fixture({ verify: () => Promise.reject(damaged) });
    await slot.takePhoto('first');
    expect(state()).toMatchObject({ photo: undefined, error: damaged });
    expect(held).toEqual(['first', undefined]);
  });

  it('stays empty when the picture of the last session is gone', async () => {
    const gone = new AppError('not-found', 'Gone.');
    const { slot, state, held } = fixture({ getPhoto: () => Promise.reject(gone) });
    await slot.restore('before');
    expect(state()).toEqual({ photo: undefined, isOpening: false, error: undefined });
    expect(held).toEqual([]);
  });
});

it('names the limits that a picture exceeds, and the size that helps', () => {
  const limits = { maxFileBytes: 30_000_000, maxWidth: 2048, maxHeight: 2048 };
  expect(problemOfPicture({ width: 2048, height: 2048 }, limits)).toBeUndefined();
  expect(problemOfPicture({ width: 100, height: 2049 }, limits)).toEqual({
    message: 'This picture is 100 × 2049 px. The service accepts up to 2048 × 2048 px.',
    maxSide: 2048,
  });
});
