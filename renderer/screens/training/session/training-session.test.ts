import { describe, expect, it } from 'vitest';
import type { OfferedFile } from '../../../../shared/contract/training.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { pickedItems } from '../../../features/files/file-input.ts';
import { selectOnly } from '../../../features/rows/selection.ts';
import { runBench, type ScriptedBackend } from '../../../features/runs/testing/run-bench.ts';
import {
  type AddFile,
  createTrainingListStore,
  createTrainingSession,
} from './training-session.ts';

const SOME = { ids: [1, 2] };

function screen(training: ScriptedBackend[string] = {}, addFile?: AddFile) {
  const bench = runBench({ training });
  const store = createTrainingListStore();
  const copied: string[] = [];
  const handedOver: string[] = [];
  const session = createTrainingSession({
    ...bench,
    store,
    copy: async (text) => void copied.push(text),
    addFile: addFile ?? (async ({ name }) => void handedOver.push(name)),
  });
  return { ...bench, bench, session, store, copied, handedOver, state: store.getState };
}

const changed = (number: number) => () => Promise.resolve({ changed: number });

it('the training list selects nothing in other rows', () => {
  const { session, store, state } = screen();
  store.setState({ selection: selectOnly({ key: 3, index: 0 }) });
  expect(session.selected()).toEqual({ ids: [3] });
  session.setView({ filter: 'ready' });
  expect([session.selected(), state().view.filter]).toEqual([undefined, 'ready']);
});

describe('commands on training files', () => {
  it('undo a removal once', async () => {
    const { bench, session, store, asked, said, state } = screen({
      remove: () => Promise.resolve({ removalId: 7, removed: 2 }),
      restore: () => Promise.resolve(),
    });
    store.setState({ selection: selectOnly({ key: 1, index: 0 }) });
    await session.remove(SOME);
    expect([said, state().selection.keys.size, session.canUndoRemove()]).toEqual([
      ['Removed 2 files.'],
      0,
      true,
    ]);
    await session.undoRemove();
    bench.undo();
    expect(asked.filter((each) => each.startsWith('training.restore'))).toEqual([
      'training.restore {"removalId":7}',
    ]);
  });

  it('keep what is selected while they remove others', async () => {
    const { session, store, state } = screen({
      remove: () => Promise.resolve({ removalId: 7, removed: 2 }),
    });
    const removing = session.remove(SOME);
    store.setState({ selection: selectOnly({ key: 9, index: 0 }) });
    await removing;
    expect([...state().selection.keys]).toEqual([9]);
  });

  it('report their outcome, or that there was nothing to do', async () => {
    const some = screen({ cancel: changed(2), retryFailed: changed(1), convert: changed(2) });
    await some.session.cancel(SOME);
    await some.session.retryFailed(SOME);
    await some.session.convert([SOME, SOME], true);
    expect(some.said).toEqual(['Cancelled 2 uploads.', 'Retrying 1 file.', 'Converting 4 files.']);
    const none = screen({ cancel: changed(0), upload: changed(0), convert: changed(0) });
    await none.session.cancel(SOME);
    await none.session.upload(SOME);
    await none.session.convert([SOME], false);
    expect(none.said).toEqual([
      'Nothing here is waiting or uploading.',
      'Nothing here can be uploaded.',
      'Nothing here can be converted.',
    ]);
  });

  it('keep their error visible until the next one succeeds', async () => {
    const error = new AppError('storage', 'The library cannot be written.');
    const { session, state } = screen({
      pause: () => Promise.reject(error),
      resume: () => Promise.resolve(),
    });
    await session.setRunning(false);
    expect(state().error?.message).toBe('The library cannot be written.');
    await session.setRunning(true);
    expect(state().error).toBeUndefined();
  });
});

describe('files from the page', () => {
  const file = (name: string): File =>
    Object.assign(new File(['x'], name), { webkitRelativePath: '' });
  /** Those called "known" are in the list. */
  const missing = ({ files }: { readonly files: readonly OfferedFile[] }) =>
    Promise.resolve(files.flatMap(({ name }, place) => (name === 'known.png' ? [] : [place])));

  it('are added unless they are known, and other kinds are only noted', async () => {
    const { session, handedOver, asked, said, state } = screen({
      missing,
      skip: () => Promise.resolve(),
    });
    const files = ['a.png', 'known.png', 'notes.txt', 'b.jpg'].map(file);
    await session.adding.add(pickedItems(files));
    expect(handedOver.toSorted()).toEqual(['a.png', 'b.jpg']);
    expect(asked[0]).toMatch(/^training\.skip .*notes\.txt/u);
    expect(said).toEqual(['2 files added. 1 file already in the list.']);
    expect(state().adding).toBeUndefined();
  });

  it('are counted if they could not be read', async () => {
    const { session, said } = screen({ missing });
    await session.adding.add({ ...pickedItems([file('a.png')]), unreadable: () => 1 });
    expect(said).toEqual(['1 file added. 1 file or folder could not be read.']);
  });

  it('are all tried when one of them cannot be added', async () => {
    const added: string[] = [];
    const { session, said, state } = screen({ missing }, async ({ name }) => {
      // the others are still on their way when it fails
      if (name === 'gone.png') throw new AppError('not-found', '“gone.png” cannot be read.');
      await new Promise((resolve) => setTimeout(resolve));
      added.push(name);
    });
    const names = Array.from({ length: 120 }, (_each, index) => `${index}.png`);
    await session.adding.add(pickedItems(['gone.png', ...names].map(file)));
    expect(added).toHaveLength(120);
    expect(said).toEqual(['120 files added. “gone.png” cannot be read.']);
    expect([state().error, state().adding]).toEqual([undefined, undefined]);
  });

  it('of a drop that waits are left out, too, once it is stopped', async () => {
    const { session, handedOver } = screen({ missing });
    const drops = ['a.png', 'b.png'].map((name) => session.adding.add(pickedItems([file(name)])));
    session.adding.stop();
    await Promise.all(drops);
    await session.adding.add(pickedItems([file('c.png')]));
    expect(handedOver).toEqual(['c.png']);
  });

  it('are left out without an error once it is stopped', async () => {
    const { session, said, state } = screen({ missing }, async (_file, _offered, signal) => {
      session.adding.stop();
      signal.throwIfAborted();
    });
    await session.adding.add(pickedItems([file('a.png')]));
    expect([said, state().error, state().adding]).toEqual([[], undefined, undefined]);
  });
});
