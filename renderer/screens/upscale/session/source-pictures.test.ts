import { describe, expect, it } from 'vitest';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { aSlot, SLOT_LIBRARY } from '../../../viewer/slots/testing/a-slot.ts';
import { aPhoto } from '../../../viewer/slots/testing/a-photo.ts';
import type { PictureSlot } from '../../../viewer/slots/index.ts';
import { createSourcePictures, createUpscaleStore } from './upscale-session.ts';

/** The pictures of a form on a real slot and a scripted backend. */
function fixture(slot: PictureSlot = aSlot()) {
  const store = createUpscaleStore();
  const said: string[] = [];
  const pictures = createSourcePictures({
    store,
    slot,
    importFile: SLOT_LIBRARY.importFile,
    say: (message) => void said.push(message),
    fail: (thrown) => void said.push(String(thrown)),
    getPhoto: SLOT_LIBRARY.getPhoto,
  });
  return {
    pictures,
    slot,
    store,
    said,
    ids: () => store.getState().photos.map(({ id }) => id),
    shown: () => slot.state.getState().photo?.id,
  };
}

const file = (name: string): File => new File([], name);

describe('the pictures of the upscale form', () => {
  it('are replaced by one new file, and extended by several', async () => {
    const { pictures, ids, shown } = fixture();
    await pictures.takeFiles([file('a')]);
    await pictures.takeFiles([file('b')]);
    expect([ids(), shown()]).toEqual([['b'], 'b']);
    await pictures.takeFiles([file('c'), file('d')]);
    expect([ids(), shown()]).toEqual([['b', 'c', 'd'], 'b']);
  });

  it('name files that cannot be read, and include the others', async () => {
    const { pictures, ids, said } = fixture();
    await pictures.add([file('a'), file('bad'), file('a')]);
    expect(ids()).toEqual(['a']);
    expect(said).toEqual(['No picture.']);
    await pictures.add([file('bad'), file('bad')]);
    expect(said.at(-1)).toBe('2 files left out. No picture.');
  });

  it('are left out when there are more than fit, which is said', async () => {
    const { pictures, ids, said } = fixture();
    await pictures.add(Array.from({ length: 99 }, (_each, index) => file(`${index}`)));
    expect(said).toEqual([]);
    await pictures.add([file('a'), file('b'), file('c')]);
    expect([ids().length, ids().at(-1)]).toEqual([100, 'a']);
    expect(said).toEqual(['Upscale takes up to 100 pictures at once. 2 files left out.']);
  });

  it('show the next one when the shown one is removed, in the list or in the slot', async () => {
    const { pictures, slot, ids, shown } = fixture();
    await pictures.add([file('a'), file('b'), file('c')]);
    pictures.remove('a');
    expect([ids(), shown()]).toEqual([['b', 'c'], 'b']);
    slot.set(undefined);
    expect([ids(), shown()]).toEqual([['c'], 'c']);
    pictures.remove('c');
    expect([ids(), shown()]).toEqual([[], undefined]);
  });

  it('keep the one that another screen sends while the last session is restored', async () => {
    const taken = Promise.withResolvers<Photo>();
    const { pictures, slot, ids, shown } = fixture(
      aSlot(undefined, { takePhoto: () => taken.promise }),
    );
    const sending = slot.takePhoto('sent');
    await pictures.restore(['x', 'y']);
    taken.resolve(aPhoto('sent'));
    await sending;
    expect([ids(), shown()]).toEqual([['x', 'y', 'sent'], 'sent']);
  });

  it('keep a picture that is shown meanwhile when as many as fit are restored', async () => {
    const { pictures, slot, ids, shown } = fixture();
    const restoring = pictures.restore(Array.from({ length: 100 }, (_each, index) => `${index}`));
    await slot.takePhoto('sent');
    await restoring;
    expect([ids().length, ids().at(-2), ids().at(-1), shown()]).toEqual([
      100,
      '98',
      'sent',
      'sent',
    ]);
  });

  it('are restored from the last session, and keep a result that was opened meanwhile', async () => {
    const { pictures, store, ids, shown } = fixture();
    store.setState({ openId: 'result' });
    await pictures.restore(['gone', 'x', 'y']);
    expect([ids(), shown()]).toEqual([['x', 'y'], 'x']);
    expect(store.getState().openId).toBe('result');
  });
});
