import { describe, expect, it } from 'vitest';
import type { RecipeStep } from '../../../../shared/contract/recipes.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { NOTHING_SELECTED } from '../../../features/rows/selection.ts';
import { pickedItems } from '../../../features/files/file-input.ts';
import { PLAN, STEP, recipe, screen } from './testing/recipes-screen.ts';

const kinds = (steps: readonly RecipeStep[]) => steps.map(({ kind }) => kind);

describe('the open recipe', () => {
  it('is the first one until another is opened, and keeps changes', () => {
    const { session, state } = screen();
    session.editing.restore({ recipeInHand: null });
    session.editing.takeSaved([recipe({ name: 'First' }), recipe({ id: 'other', name: 'Other' })]);
    expect(state().inHand.name).toBe('First');
    session.editing.rename('Changed');
    session.editing.takeSaved([recipe({ id: 'other', name: 'Other' })]);
    expect(state().inHand).toMatchObject({ name: 'Changed', isChanged: true });
  });

  it('is restored from the last session with its changes and files', async () => {
    const { session, state } = screen({ run: async () => ({ state: 'draft', files: 2 }) });
    session.editing.takeSaved([recipe({ name: 'First' })]);
    expect(state().inHand.steps).toEqual([]); // the last session is not loaded yet
    const left = { name: 'Left', steps: [STEP], isBuiltIn: false, isChanged: true };
    session.editing.restore({ recipeInHand: { ...left, recipeId: null, draftId: 'draft' } });
    expect(state().inHand).toEqual({ ...left, recipeId: undefined });
    await expect.poll(() => state().draft?.files).toBe(2);
    // only the first call counts
    session.editing.rename('Renamed');
    session.editing.restore({ recipeInHand: null });
    expect(state().inHand.name).toBe('Renamed');
  });

  it('is imported from a file, and the import can be stopped', async () => {
    const { session, state, asked } = screen({ importFile: async () => ({ recipeId: 'mine' }) });
    const file = new File(['{}'], 'shop.json');
    const importing = session.editing.importFile(file);
    expect(state().importing).toBe('shop.json');
    session.editing.stopImport();
    await importing;
    expect(state()).toMatchObject({
      importing: undefined,
      error: undefined,
      inHand: { steps: [] },
    });
    expect(asked).toEqual([]);
    await session.editing.importFile(file);
    expect(asked).toContain('recipes.importFile {"file":{"uploadId":"uploaded"}}');
    expect(state().inHand.name).toBe('Mine');
  });

  it.each(['importFile', 'duplicate'] as const)(
    'is not replaced by %s once another one was opened',
    async (name) => {
      const made = Promise.withResolvers<{ recipeId: string }>();
      const { session, state, said } = screen({ [name]: () => made.promise });
      const making =
        name === 'duplicate'
          ? session.editing.duplicate(recipe())
          : session.editing.importFile(new File(['{}'], 'shop.json'));
      session.editing.take(recipe({ id: 'other', name: 'Other' }));
      made.resolve({ recipeId: 'mine' });
      await making;
      expect(state().inHand.name).toBe('Other');
      expect(said).toEqual(['“Mine” is in the list of recipes.']);
    },
  );

  it.each(['fromPhoto', 'fromJob'] as const)(
    'is not replaced by the steps of a picture, %s, once another one was opened',
    async (name) => {
      const made = Promise.withResolvers<object>();
      const { session, state, said } = screen({ [name]: () => made.promise });
      const making = session.editing.takeFrom(
        name === 'fromPhoto' ? { photoId: 'p' } : { jobId: 'j' },
      );
      session.editing.take(recipe({ id: 'other', name: 'Other' }));
      made.resolve({ steps: [STEP], missing: [] });
      await making;
      expect(state().inHand.name).toBe('Other');
      expect(said).toEqual([
        'Another recipe was opened meanwhile. Choose Make recipe again to open the new one.',
      ]);
    },
  );

  it('has the steps of the latest picture, whichever answer comes first', async () => {
    const made = { a: Promise.withResolvers<object>(), b: Promise.withResolvers<object>() };
    const { session, state, said } = screen({
      fromPhoto: ({ photoId }: { readonly photoId: 'a' | 'b' }) => made[photoId].promise,
    });
    const making = (['a', 'b'] as const).map((photoId) => session.editing.takeFrom({ photoId }));
    made.a.resolve({ steps: [STEP], missing: [] });
    await making[0];
    made.b.resolve({ steps: [STEP, STEP], missing: [] });
    await making[1];
    expect([state().inHand.steps.length, said]).toEqual([2, []]);
  });

  it.each(['keepMask', 'keepFace'] as const)(
    'gets no step by %s that was meant for the recipe before',
    async (name) => {
      const kept = Promise.withResolvers<object>();
      const { session, state, said } = screen({ [name]: () => kept.promise });
      const adding =
        name === 'keepMask'
          ? session.editing.addMaskOf('p')
          : session.editing.addFaceOf(Promise.resolve({ id: 'p' }));
      session.editing.take(recipe({ id: 'other' }));
      kept.resolve({ maskId: 'm', faceId: 'f' });
      await adding;
      expect(kinds(state().inHand.steps)).toEqual(['remove-text']);
      expect(said).toEqual(['Another recipe was opened meanwhile, so the step was not added.']);
    },
  );

  it('is restored without its files when Gesso was restarted', async () => {
    const gone = new AppError('not-found', 'This run is no longer there.');
    const { session, state, asked } = screen({ run: () => Promise.reject(gone) });
    const left = { recipeId: 'mine', name: 'Left', steps: [STEP], isBuiltIn: false };
    session.editing.restore({ recipeInHand: { ...left, isChanged: false, draftId: 'draft' } });
    await expect.poll(() => asked).toContain('recipes.run {"runId":"draft"}');
    expect([state().draft, state().error]).toEqual([undefined, undefined]);
  });

  it('inserts new steps before the one that saves', () => {
    const { session, state } = screen();
    session.editing.begin();
    session.editing.add('save');
    session.editing.add('upscale');
    session.editing.add('remove-text');
    expect(kinds(state().inHand.steps)).toEqual(['upscale', 'remove-text', 'save']);
    expect(state().openStep).toBe(1);
    session.editing.move(1, -1);
    expect([kinds(state().inHand.steps), state().openStep]).toEqual([
      ['remove-text', 'upscale', 'save'],
      0,
    ]);
    session.editing.removeStep(2);
    expect(kinds(state().inHand.steps)).toEqual(['remove-text', 'upscale']);
  });

  it('has at most twenty steps, and says so', () => {
    const { session, state, said } = screen();
    for (let step = 0; step < 21; step++) session.editing.add('mix');
    expect(state().inHand.steps).toHaveLength(20);
    expect(said).toEqual(['A recipe has 20 steps at most.']);
  });

  it('becomes the user’s own copy when it came with Gesso', async () => {
    const { session, state, asked } = screen();
    session.editing.take(recipe({ id: 'built-in', isBuiltIn: true }));
    session.editing.change(0, { ...STEP, where: 'whole' });
    await session.editing.save();
    expect(asked.find((call) => call.startsWith('recipes.save'))).toBe(
      `recipes.save ${JSON.stringify({ name: 'Mine (mine)', steps: [{ ...STEP, where: 'whole' }] })}`,
    );
    expect(state().inHand).toMatchObject({ recipeId: 'mine', isChanged: false });
  });

  it('keeps what is changed while it is being saved', async () => {
    const saved = Promise.withResolvers<object>();
    const { session, state, asked } = screen({ save: () => saved.promise });
    session.editing.begin();
    session.editing.add('remove-text');
    session.editing.rename('Mine');
    const saving = session.editing.save();
    session.editing.add('upscale');
    saved.resolve({ recipeId: 'mine' });
    await saving;
    expect(kinds(state().inHand.steps)).toEqual(['remove-text', 'upscale']);
    expect(state()).toMatchObject({
      inHand: { recipeId: 'mine', name: 'Mine', isChanged: true },
      openStep: 1,
    });
    await session.editing.save();
    expect(asked.findLast((call) => call.startsWith('recipes.save'))).toContain(
      '"recipeId":"mine"',
    );
  });

  it('is not replaced by one that is saved after another was opened', async () => {
    const saved = Promise.withResolvers<object>();
    const { session, state } = screen({ save: () => saved.promise });
    session.editing.take(recipe());
    session.editing.rename('Changed');
    const saving = session.editing.save();
    session.editing.take(recipe({ id: 'other', name: 'Other' }));
    saved.resolve({ recipeId: 'mine' });
    await saving;
    expect(state().inHand).toMatchObject({ recipeId: 'other', name: 'Other', isChanged: false });
  });

  it('comes back by undo when another replaced it unsaved', () => {
    const { session, state, undo, said } = screen();
    session.editing.take(recipe());
    session.editing.begin();
    expect(said).toEqual([]); // nothing was lost
    session.editing.add('upscale');
    session.editing.take(recipe());
    expect(said).toEqual(['Closed “New recipe” without saving it.']);
    undo();
    expect(kinds(state().inHand.steps)).toEqual(['upscale']);
  });

  it('gets a removed step back at its place, with its settings', () => {
    const { session, state, undo } = screen();
    const clip: RecipeStep = { ...STEP, detail: 'reduced' };
    session.editing.take(recipe({ steps: [STEP, clip, STEP] }));
    session.editing.removeStep(1);
    session.editing.add('upscale');
    undo();
    expect(kinds(state().inHand.steps)).toEqual([
      'remove-text',
      'remove-text',
      'remove-text',
      'upscale',
    ]);
    expect(state().inHand.steps[1]).toEqual(clip);
  });

  it('stays open when it is removed, and can be restored', async () => {
    const { session, state, asked, undo } = screen({
      remove: async () => undefined,
      restore: async () => undefined,
    });
    session.editing.take(recipe());
    await session.editing.remove(recipe());
    expect(state().inHand).toMatchObject({ recipeId: undefined, name: 'Mine', isChanged: true });
    undo();
    expect(asked.at(-1)).toBe('recipes.restore {"recipeId":"mine"}');
    await expect.poll(() => state().inHand).toMatchObject({ recipeId: 'mine', isChanged: false });
    await session.editing.remove(recipe());
    session.editing.rename('Changed');
    undo();
    await expect.poll(() => state().inHand.recipeId).toBe('mine');
    expect(state().inHand).toMatchObject({ name: 'Changed', isChanged: true });
  });
});

describe('the files of the next run', () => {
  const pictures = ['a.png', 'b.png', 'notes.txt'].map((name) =>
    Object.assign(new File(['1'], name, { lastModified: 5 }), { webkitRelativePath: '' }),
  );

  it('that could not be read are counted', async () => {
    const { session, said } = screen({}, async () => undefined);
    session.editing.take(recipe());
    await session.files.add({ ...pickedItems(pictures), unreadable: () => 2 });
    expect(said).toEqual(['1 file left out: not a picture. 2 files or folders could not be read.']);
  });

  it('of other kinds are counted and named, here and in the plan', async () => {
    const { session, state, said } = screen({}, async () => undefined);
    session.editing.take(recipe());
    const names = ['a.png', '1.CR3', '2.cr3', 'b.psd', 'notes.txt'];
    const files = names.map((name) =>
      Object.assign(new File(['1'], name), { webkitRelativePath: `job/${name}` }),
    );
    await session.files.add(pickedItems(files));
    expect(said).toEqual([
      'Left out 3 files of other kinds: 2 CR3, 1 PSD. 1 file left out: not a picture.',
    ]);
    const otherKinds = [
      { kind: 'CR3', count: 2 },
      { kind: 'PSD', count: 1 },
    ];
    await expect.poll(() => state().plan).toEqual({ ...PLAN, otherKinds });
  });

  it('do not wait for refused ones, and the first reason is shown', async () => {
    const { session, said, state } = screen({}, async (_runId, { name }) => {
      if (name === 'a.png') throw new AppError('too-large', 'Too large.');
    });
    await session.files.add(pickedItems(pictures.slice(0, 2)));
    expect(said).toEqual(['Too large.']);
    expect(state().draft?.files).toBe(2);
  });

  it.each(['stopAdding', 'clear'] as const)(
    'of two drops are added one after another, and %s ends both',
    async (end) => {
      const begun: string[] = [];
      const { session, state } = screen({}, async (_runId, { name }, _offered, signal) => {
        begun.push(name);
        await new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('Stopped.')));
        });
      });
      const drops = pictures.slice(0, 2).map((file) => session.files.add(pickedItems([file])));
      await expect.poll(() => begun).toEqual(['a.png']);
      expect(state().adding).toMatchObject({ found: 1, added: 0 });
      session.files[end]();
      await Promise.all(drops);
      expect([begun, state().adding, state().error]).toEqual([['a.png'], undefined, undefined]);
    },
  );

  it('are planned again when the steps change', async () => {
    const { session, state, asked } = screen();
    session.editing.take(recipe());
    await session.files.addPhotos(['p1', 'p2']);
    await expect.poll(() => state().plan).toEqual(PLAN);
    session.editing.add('save');
    await expect.poll(() => asked.filter((call) => call.startsWith('recipes.plan')).length).toBe(2);
  });

  it('are planned until the user stops, and resume from there', async () => {
    const begun = { ...PLAN, planned: 0, files: 2 };
    let streams = 0;
    const { session, state } = screen({
      plan: async () => {
        streams += 1;
        return (async function* () {
          yield begun;
          if (streams === 1) await new Promise(() => undefined); // never ends, like a long search for text
          yield { ...PLAN, planned: 2, files: 2 };
        })();
      },
    });
    session.editing.take(recipe());
    await session.files.addPhotos(['p1', 'p2']);
    await expect.poll(() => state().plan).toEqual(begun);
    session.files.stopPlanning();
    expect([state().isPlanStopped, state().plan]).toEqual([true, begun]);
    session.files.goOnPlanning();
    await expect.poll(() => state().plan?.planned).toBe(2);
    expect(state().isPlanStopped).toBe(false);
  });
});

describe('a recipe run', () => {
  it('adds files in the order of their names, and shows their number', async () => {
    const names: string[] = [];
    const { session, state, said } = screen({}, async (_, { name }) => {
      expect(state().adding).toEqual({ found: 3, added: names.length, isCounted: true });
      names.push(name);
      // the first takes longest
      await new Promise((resolve) => setTimeout(resolve, 20 / names.length));
    });
    const files = ['2.png', '10.png', '1.png', 'notes.txt'].map((name) => new File([], name));
    for (const file of files) {
      Object.defineProperty(file, 'webkitRelativePath', { value: `set/${file.name}` });
    }
    await session.files.add(pickedItems(files));
    expect(names).toEqual(['1.png', '2.png', '10.png']);
    expect(state().adding).toBeUndefined();
    expect(said).toEqual(['1 file left out: not a picture.']);
  });

  it('does not start when no folder is chosen', async () => {
    const cancelled = { folderForMany: async () => ({ kind: 'cancelled' }) };
    const { session, state, asked } = screen({}, undefined, { export: cancelled });
    session.editing.add('save');
    await session.files.addPhotos(['p1']);
    await session.running.start();
    expect(asked.some((call) => call.startsWith('recipes.start'))).toBe(false);
    expect(state().draft?.runId).toBe('draft');
  });

  it('leaves what the user has turned to while it was starting', async () => {
    const starting = Promise.withResolvers<void>();
    const { session, store, state, asked } = screen({ start: () => starting.promise });
    await session.files.addPhotos(['p1']);
    const started = session.running.start();
    await expect.poll(() => asked.some((call) => call.startsWith('recipes.start'))).toBe(true);
    session.running.show('other');
    const draft = { runId: 'next', files: 1, revision: 0 };
    store.setState({ draft });
    starting.resolve();
    await started;
    expect(state()).toMatchObject({ shownRunId: 'other', draft });
  });

  it('keeps the selection when another run is removed from the list', async () => {
    const { session, store, state } = screen({ removeRun: async () => undefined });
    session.running.show('shown');
    store.setState({ selection: { ...NOTHING_SELECTED, keys: new Set([1]) } });
    await session.running.removeRun({ id: 'other', isOfStudio: false });
    expect(state().selection.keys.size).toBe(1);
    await session.running.removeRun({ id: 'shown', isOfStudio: false });
    expect([state().selection.keys.size, state().shownRunId]).toEqual([0, undefined]);
  });

  it('takes saved results only while that is chosen', async () => {
    const { session, store, asked } = screen();
    const started = async () => {
      await session.files.addPhotos(['p1']);
      await session.running.start();
      return asked.findLast((call) => call.startsWith('recipes.start'));
    };
    expect(await started()).toContain('"stored":"use"');
    store.setState({ usesStored: false });
    expect(await started()).toContain('"stored":"ignore"');
  });

  it('undoes a review decision to what each picture was before', async () => {
    const { session, asked, said, undo } = screen({
      judge: async () => [
        { judgement: 'none', positions: [1] },
        { judgement: 'accepted', positions: [2, 5] },
      ],
    });
    await session.running.judge('run', { positions: [1, 2, 5] }, 'rejected');
    expect(said).toEqual(['3 pictures rejected.']);
    undo();
    await expect
      .poll(() => asked.slice(1))
      .toEqual([
        'recipes.judge {"runId":"run","selection":{"positions":[1]},"judgement":"none"}',
        'recipes.judge {"runId":"run","selection":{"positions":[2,5]},"judgement":"accepted"}',
      ]);
  });

  it('selects no pictures that leave the filtered list when they are judged', async () => {
    const { session, store, state } = screen();
    const selection = { ...NOTHING_SELECTED, keys: new Set([1, 2]) };
    const judged = async (filter: 'all' | 'unjudged') => {
      store.setState({ filter, selection });
      await session.running.judge('run', { positions: [1, 2] }, 'accepted');
      return state().selection.keys.size;
    };
    expect(await judged('all')).toBe(2);
    expect(await judged('unjudged')).toBe(0);
  });

  it('gives the reason when it cannot start', async () => {
    const { session, state } = screen({
      start: async () => {
        throw new AppError('over-budget', 'Over the budget.');
      },
    });
    session.editing.take(recipe());
    await session.files.addPhotos(['p1']);
    await session.running.start();
    expect(state()).toMatchObject({ isStarting: false, draft: { runId: 'draft' } });
    expect(state().error?.message).toBe('Over the budget.');
  });
});
