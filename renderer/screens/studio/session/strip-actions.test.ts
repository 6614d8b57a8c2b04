import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { MAX_PICTURE_FILE_BYTES } from '../../../../shared/files/file-size.ts';
import { photoIdsOf } from '../model/strip.ts';
import {
  createStudioFixture,
  job,
  later,
  LEFT,
  patch,
  photo,
  subject,
  type StudioFixture,
} from '../testing/studio-fixture.ts';

function file(name: string): File {
  return new File([name], name);
}

function idsOf({ store }: StudioFixture): readonly string[] {
  return photoIdsOf(store.getState().strip.entries);
}

async function untilShown({ store }: StudioFixture, id: string): Promise<void> {
  await vi.waitFor(() =>
    expect(store.getState()).toMatchObject({ status: 'ready', photo: { id } }),
  );
}

/** Three photos, the first of them open. */
async function withThree(): Promise<StudioFixture> {
  const studio = createStudioFixture();
  await studio.session.strip.importFiles([file('a'), file('b'), file('c')]);
  expect(idsOf(studio)).toEqual(['a', 'b', 'c']);
  return studio;
}

describe('a file that is still being imported', () => {
  /** Imports a file that takes as long as the test wants. */
  async function importing(studio: StudioFixture) {
    const { importPicture } = studio.media;
    const read = Promise.withResolvers<undefined>();
    studio.media.importPicture = async (each) => {
      await read.promise;
      return await importPicture(each);
    };
    const added = studio.session.strip.importFiles([file('slow')]);
    await vi.waitFor(() => expect(studio.store.getState().status).toBe('opening'));
    return async () => {
      read.resolve(undefined);
      await added;
    };
  }

  it.each(['close', 'closeAll'] as const)('does not come back after %s', async (close) => {
    const studio = createStudioFixture();
    const end = await importing(studio);
    studio.session.strip[close]();
    await end();
    expect(studio.store.getState()).toMatchObject({
      status: 'empty',
      strip: { entries: [], activeId: undefined },
    });
  });

  it('is not imported when it is closed while it waits for another one', async () => {
    const studio = await withThree();
    const end = await importing(studio);
    void studio.session.strip.importFiles([file('unwanted'), file('wanted')]);
    const { entries } = studio.store.getState().strip;
    const waiting = entries.find((entry) => entry.kind === 'incoming' && entry.name === 'unwanted');
    studio.session.strip.close(waiting?.id);
    await end();
    await vi.waitFor(() => expect(idsOf(studio)).toEqual(['a', 'b', 'c', 'slow', 'wanted']));
    expect(studio.inputsOf('media.importPicture')).not.toContain('unwanted');
    expect(studio.store.getState().photo?.id).toBe('slow');
  });

  it('is closed before the photo that was open, which is shown again', async () => {
    const studio = await withThree();
    const end = await importing(studio);
    studio.session.strip.close();
    await end();
    await untilShown(studio, 'a');
    expect(idsOf(studio)).toEqual(['a', 'b', 'c']);
    expect(studio.store.getState().strip.activeId).toBe('a');
  });

  it('is closed like any photo once it was read', async () => {
    const studio = await withThree();
    const opened = Promise.withResolvers<undefined>();
    vi.spyOn(studio.canvas.core.picture, 'adopt').mockReturnValueOnce(false);
    vi.spyOn(studio.canvas.core, 'openPhoto').mockReturnValueOnce(opened.promise);
    const added = studio.session.strip.importFiles([file('d')]);
    await vi.waitFor(() => expect(studio.store.getState().strip.activeId).toBe('d'));
    studio.session.strip.close();
    opened.resolve(undefined);
    await added;
    await untilShown(studio, 'c');
    expect(idsOf(studio)).toEqual(['a', 'b', 'c']);
  });

  it('is named with the reason when it is no picture and another photo was opened meanwhile', async () => {
    const studio = await withThree();
    studio.damaged.add('slow');
    const end = await importing(studio);
    studio.session.strip.goTo('b');
    await end();
    await untilShown(studio, 'b');
    expect(studio.store.getState().strip).toMatchObject({
      activeId: 'b',
      refused: [{ name: 'slow', error: { kind: 'damaged-file' } }],
    });
    expect(studio.store.getState().strip.entries).toHaveLength(3);
  });

  it('is not marked as open when another photo was opened meanwhile', async () => {
    const studio = await withThree();
    const end = await importing(studio);
    studio.session.strip.goTo('b');
    await untilShown(studio, 'b');
    await end();
    expect(idsOf(studio)).toEqual(['a', 'b', 'c', 'slow']);
    expect(studio.store.getState().strip.activeId).toBe('b');
    studio.session.strip.close();
    expect(idsOf(studio)).toEqual(['a', 'c', 'slow']);
  });

  it('stays when another screen has opened a photo, which is then closed', async () => {
    const studio = await withThree();
    const end = await importing(studio);
    await studio.open('b');
    studio.session.strip.close();
    await end();
    expect(idsOf(studio)).toEqual(['a', 'c', 'slow']);
    await untilShown(studio, 'c');
  });
});

describe('files that are added to the strip', () => {
  it('are shown before the rest of an earlier drop is imported', async () => {
    const studio = createStudioFixture();
    const { importPicture } = studio.media;
    const read = Promise.withResolvers<void>();
    studio.media.importPicture = async (each) => {
      if (each.name === 'b') await read.promise;
      return await importPicture(each);
    };
    const first = studio.session.strip.importFiles(['a', 'b', 'c', 'd'].map(file));
    await untilShown(studio, 'a');
    await studio.session.strip.importFiles([file('later')]);
    read.resolve();
    await first;
    expect(studio.inputsOf('media.importPicture')).toEqual(['a', 'b', 'later', 'c', 'd']);
    expect(studio.store.getState().photo?.id).toBe('later');
    expect(idsOf(studio)).toEqual(['a', 'b', 'c', 'd', 'later']);
  });

  it('show the first one decoded at once, before the screen follows', async () => {
    const studio = createStudioFixture();
    const [first, second] = [file('a'), file('b')];
    const expected: unknown[] = [];
    studio.session.core.picture.expect = (each) => {
      expected.push(each, studio.store.getState().status);
    };
    await studio.session.strip.importFiles([first, second]);
    expect(expected).toEqual([first, 'empty']);
  });

  it('are named with the reason when they are no pictures, and do not block others', async () => {
    const studio = createStudioFixture({
      photos: {
        verify: ({ photoId }) => {
          if (photoId !== 'b') return photo(photoId);
          throw new AppError('damaged-file', 'It ends too early.');
        },
      },
    });
    await studio.session.strip.importFiles([file('a'), file('b'), file('c')]);
    expect(idsOf(studio)).toEqual(['a', 'c']);
    expect(studio.store.getState().strip.refused).toMatchObject([
      { name: 'b', error: { message: 'It ends too early.' } },
    ]);
    expect(studio.store.getState().error).toBeUndefined();
  });

  it('show the second one when the first is no picture, not the previous photo', async () => {
    const studio = await withThree();
    studio.damaged.add('broken');
    await studio.session.strip.importFiles([file('broken'), file('d'), file('e')]);
    expect(idsOf(studio)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(studio.store.getState().strip).toMatchObject({
      activeId: 'd',
      refused: [{ name: 'broken' }],
    });
    expect(studio.store.getState()).toMatchObject({ status: 'ready', photo: { id: 'd' } });

    await studio.session.strip.importFiles([file('broken')]);
    await untilShown(studio, 'd');
  });

  it('show the second one when the first is cut off behind its header', async () => {
    const studio = await withThree();
    const { core } = studio.canvas;
    vi.spyOn(core, 'openPhoto').mockRejectedValueOnce(
      new AppError('damaged-file', 'It ends too early.'),
    );
    vi.spyOn(core.picture, 'adopt').mockReturnValueOnce(false);
    await studio.session.strip.importFiles([file('cut-off'), file('d')]);
    await untilShown(studio, 'd');
    expect(idsOf(studio)).toEqual(['a', 'b', 'c', 'd']);
    expect(studio.store.getState().strip.refused).toMatchObject([{ id: 'cut-off' }]);
  });

  it('over 1 GB are not decoded for a preview, because the import refuses them', async () => {
    const studio = createStudioFixture();
    const preview = vi.spyOn(studio.canvas.core, 'previewFile');
    const huge = file('huge.tif');
    Object.defineProperty(huge, 'size', { value: MAX_PICTURE_FILE_BYTES + 1 });
    await studio.session.strip.importFiles([huge]);
    expect(preview).not.toHaveBeenCalled();
    await studio.session.strip.importFiles([file('a')]);
    expect(preview).toHaveBeenCalledOnce();
  });

  it('are reported when they were open and cannot be listed again, with no unhandled error', async () => {
    const studio = createStudioFixture({
      screenState: {
        get: () => {
          throw new AppError('storage', 'The library cannot be read.');
        },
      },
    });
    await studio.session.strip.restore();
    expect(studio.store.getState().error).toMatchObject({ message: 'The library cannot be read.' });
  });

  it('close the start view with the reason when the only one cannot be shown', async () => {
    const studio = createStudioFixture({
      photos: {
        open: () => {
          throw new AppError('not-found', 'It is gone.');
        },
      },
    });
    await studio.open('gone');
    expect(studio.store.getState()).toMatchObject({
      status: 'empty',
      error: { message: 'It is gone.' },
    });
    expect(idsOf(studio)).toEqual([]);
  });
});

describe('a photo that turns out to be damaged', () => {
  it('is replaced by the next one, and named with the backend’s message', async () => {
    const damaged = new AppError('damaged-file', '“a” ends too early.');
    let isFound = false;
    const studio = createStudioFixture({
      photos: {
        verify: ({ photoId }) => {
          if (isFound && photoId === 'a') throw damaged;
          return photo(photoId);
        },
      },
    });
    await studio.session.strip.importFiles([file('a'), file('b')]);
    isFound = true;
    await studio.session.photos.broke(new AppError('damaged-file', 'Damaged.'));
    await untilShown(studio, 'b');
    expect(studio.store.getState().strip.refused).toMatchObject([
      { id: 'a', error: { message: damaged.message } },
    ]);
    expect(idsOf(studio)).toEqual(['b']);
  });

  it.each([
    ['is marked while another chosen photo stays open', 'goTo', ['a']],
    ['is not mentioned once it was closed', 'close', []],
  ] as const)('%s', async (_title, leave, refused) => {
    const named = Promise.withResolvers<never>();
    const studio = createStudioFixture({
      photos: { verify: ({ photoId }) => (photoId === 'a' ? named.promise : photo(photoId)) },
    });
    await studio.session.strip.importFiles([file('a'), file('b'), file('c')]);
    const broken = studio.session.photos.broke(new AppError('damaged-file', 'Damaged.'));
    studio.session.strip[leave](leave === 'goTo' ? 'c' : 'a');
    const shown = leave === 'goTo' ? 'c' : 'b';
    await untilShown(studio, shown);
    named.reject(new AppError('damaged-file', '“a” ends too early.'));
    await broken;
    await untilShown(studio, shown);
    expect(studio.store.getState().strip.refused.map(({ id }) => id)).toEqual(refused);
    expect(studio.store.getState().strip.activeId).toBe(shown);
  });
});

it('a sample photo is opened with a task to try on it, until something is painted', async () => {
  const sample = { id: 'fig', title: 'Fig', author: 'A', licence: 'CC0', thumbnailUrl: '/fig' };
  const studio = createStudioFixture({
    photos: {
      openSample: () => photo('fig'),
      samples: () => [
        {
          ...sample,
          place: 'studio' as const,
          suggestion: 'Click the fig.',
          tool: 'object' as const,
        },
      ],
    },
  });
  await studio.session.photos.openSample('fig');
  const suggestion = () => studio.store.getState().suggestion;
  expect(suggestion()).toBe('Click the fig.');
  expect(studio.canvas.core.getSnapshot().tool).toBe('object');
  studio.canvas.paint(LEFT);
  expect(suggestion()).toBeUndefined();
});

describe('moving through the strip', () => {
  it('saves the painting before the next photo is shown', async () => {
    const studio = await withThree();
    studio.canvas.paint(LEFT);
    studio.session.strip.step(1);
    await vi.waitFor(() => expect(studio.store.getState().photo?.id).toBe('b'));
    const order = studio.calls.map(({ path }) => path);
    expect(order).toContain('media.saveMask');
    expect(order.lastIndexOf('media.saveMask')).toBeLessThan(order.lastIndexOf('media.loadMask'));
    await vi.waitFor(() => expect(studio.store.getState().status).toBe('ready'));
    expect(studio.canvas.opened).toEqual(['a', 'b']);
  });

  it('shows only the latest request when keys come faster than photos', async () => {
    const first = later<ReturnType<typeof photo>>();
    const studio = createStudioFixture({
      photos: { open: ({ photoId }) => (photoId === 'b' ? first.promise : photo(photoId)) },
    });
    await studio.session.strip.importFiles(['a', 'b', 'c', 'd'].map(file));
    const { strip } = studio.session;
    strip.goTo('b');
    strip.goTo('c');
    strip.goTo('d');
    expect(studio.store.getState().strip.activeId).toBe('d');
    first.resolve(photo('b'));
    await untilShown(studio, 'd');
    expect(studio.inputsOf('photos.open')).toEqual([{ photoId: 'b' }, { photoId: 'd' }]);
  });

  it('does nothing while a stroke is painted', async () => {
    const studio = await withThree();
    studio.canvas.setPainting(true);
    studio.session.strip.step(1);
    expect(studio.store.getState().strip.activeId).toBe('a');
  });

  it('shows the neighbour of a closed photo, and the start view after the last', async () => {
    const studio = await withThree();
    studio.session.strip.close();
    await untilShown(studio, 'b');
    expect(idsOf(studio)).toEqual(['b', 'c']);
    studio.session.strip.closeAll();
    expect(studio.store.getState().status).toBe('empty');
    expect(idsOf(studio)).toEqual([]);
  });

  it('reloads the state of a photo when one of its jobs has ended', async () => {
    const studio = await withThree();
    const before = studio.inputsOf('photos.list').length;
    studio.tell(job('a job', { state: 'done', subject: subject('c') }));
    await vi.waitFor(() => expect(studio.inputsOf('photos.list').length).toBeGreaterThan(before));
    expect(
      studio
        .inputsOf('photos.list')
        .flatMap((input) => Object.values(input as object))
        .flat(),
    ).toContain('c');
  });
});

describe('the selection in the strip', () => {
  const chosen = ({ store }: StudioFixture) => [...store.getState().strip.choice.chosen];

  it('is the open photo, even when another one is opened or the open one is closed', async () => {
    const studio = await withThree();
    expect(chosen(studio)).toEqual(['a']);
    studio.session.strip.step(1);
    expect(chosen(studio)).toEqual(['b']);
    await vi.waitFor(() => expect(studio.store.getState().photo?.id).toBe('b'));
    studio.session.strip.close();
    expect(chosen(studio)).toEqual(['c']);
    studio.session.strip.closeAll();
    expect(chosen(studio)).toEqual([]);
  });

  it('of several stays while one of them is opened, and always includes the open one', async () => {
    const studio = await withThree();
    studio.session.strip.choose({ chosen: new Set(['b']), anchorId: 'b' });
    expect(chosen(studio).toSorted()).toEqual(['a', 'b']);
    studio.session.strip.step(1);
    expect(chosen(studio).toSorted()).toEqual(['a', 'b']);
    studio.session.strip.chooseNone();
    expect(chosen(studio)).toEqual(['b']);
    studio.session.strip.chooseAll();
    studio.session.strip.goTo('c');
    expect(chosen(studio)).toHaveLength(3);
  });

  it('limits a batch to photos that are open or selected', async () => {
    const studio = await withThree();
    studio.session.strip.choose({ chosen: new Set(['a', 'b']), anchorId: 'a' });
    studio.session.strip.goTo('c');
    await studio.session.batches.prepare('remove-text');
    expect(studio.store.getState().batches.draft?.photoIds).toEqual(['c']);
    studio.session.saving.showMany();
    expect(studio.store.getState().saving.many?.map(({ id }) => id)).toEqual(['c']);
  });
});

it('reloads a photo when its results are shown or hidden, because its thumbnail shows them', async () => {
  const studio = await withThree();
  await vi.waitFor(() =>
    expect(studio.inputsOf('photos.list').at(-1)).toEqual({ photoIds: ['a'] }),
  );
  const before = studio.inputsOf('photos.list').length;
  studio.store.setState({ patches: [patch('a job')] });
  await vi.waitFor(() => expect(studio.inputsOf('photos.list').length).toBeGreaterThan(before));
  expect(studio.inputsOf('photos.list').at(-1)).toEqual({ photoIds: ['a'] });
});

describe('photos that are selected together', () => {
  it('are saved one after another, and those that fail are named', async () => {
    const studio = await withThree();
    studio.session.strip.goTo('b');
    studio.session.strip.choose({ chosen: new Set(['b', 'c']), anchorId: 'b' });
    studio.session.saving.showMany();
    expect(studio.store.getState().saving.many?.map(({ id }) => id)).toEqual(['b', 'c']);
    const saved = await studio.session.saving.saveMany(async (id) => {
      if (id === 'b') throw new AppError('disk-full', 'The disk is full.');
      return true;
    }, new AbortController().signal);
    expect(saved).toBe(1);
    expect(studio.store.getState().saving).toMatchObject({
      through: undefined,
      unsaved: [{ id: 'b', error: { kind: 'disk-full' } }],
    });
  });

  it('go into a batch after the painting is saved, or all of them on request', async () => {
    const studio = await withThree();
    studio.session.strip.choose({ chosen: new Set(['c']), anchorId: 'c' });
    await studio.session.batches.prepare('same-mask');
    expect(studio.store.getState().batches.draft).toEqual({
      operation: 'same-mask',
      photoIds: ['a', 'c'],
      maskPhotoId: 'a',
      detail: 'full',
      placement: 'scale',
    });
    studio.session.batches.takeAll();
    expect(studio.store.getState().batches.draft?.photoIds).toEqual(['a', 'b', 'c']);
  });
});
