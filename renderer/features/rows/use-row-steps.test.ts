import { describe, expect, it } from 'vitest';
import { countUpTo, createRowSteps, type ReadOn } from './use-row-steps.ts';
import { NOTHING_SELECTED, type Selection } from './selection.ts';

const NO_KEYS = { shiftKey: false, ctrlKey: false, metaKey: false };

/** A list of `size` rows in pages of ten, of which the first is loaded. */
function listOf(size: number) {
  const state = { loaded: Math.min(size, 10), view: 'all', scrolled: -1 };
  let selection: Selection<number> = NOTHING_SELECTED;
  const failures: unknown[] = [];
  const steps = createRowSteps<number>(() => ({
    source: {
      view: state.view,
      async count(upTo) {
        while (state.loaded < size && state.loaded <= upTo) {
          await Promise.resolve();
          state.loaded = Math.min(size, state.loaded + 10);
        }
        return state.loaded;
      },
      indexOf: ({ key }) => (key < state.loaded ? key : undefined),
      keys: async (first, last) =>
        Promise.resolve(Array.from({ length: last - first + 1 }, (_, index) => first + index)),
    },
    selection: () => selection,
    select: (next) => {
      selection = next;
    },
    page: () => 5,
    scrollTo: (index) => {
      state.scrolled = index;
    },
    fail: (thrown) => failures.push(thrown),
  }));
  return {
    steps,
    state,
    failures,
    /** After all steps: the selected rows from the first to the last, and the one with the keyboard. */
    async selected(): Promise<readonly (number | undefined)[]> {
      await new Promise((resolve) => {
        setTimeout(resolve);
      });
      const keys = [...selection.keys].toSorted((a, b) => a - b);
      expect(failures).toEqual([]);
      return [keys[0], keys.at(-1), keys.length, selection.focus?.index];
    },
  };
}

describe('keys in a list', () => {
  it('move by rows, pages and to the ends, even to rows that are not loaded', async () => {
    const { steps, selected, state } = listOf(95);
    steps.step('ArrowDown', false);
    expect(await selected()).toEqual([0, 0, 1, 0]);
    for (const key of ['PageDown', 'PageDown', 'PageDown']) steps.step(key, false);
    expect(await selected()).toEqual([15, 15, 1, 15]);
    steps.step('PageUp', false);
    expect(await selected()).toEqual([10, 10, 1, 10]);
    expect(state.loaded).toBeLessThan(95);
    steps.step('End', false);
    expect(await selected()).toEqual([94, 94, 1, 94]);
    expect(state.scrolled).toBe(94);
    steps.step('Home', false);
    expect(await selected()).toEqual([0, 0, 1, 0]);
    steps.next();
    expect(await selected()).toEqual([1, 1, 1, 1]);
  });

  it('select ranges with Shift, which grow and shrink', async () => {
    const { steps, selected } = listOf(95);
    steps.step('Home', false);
    for (const key of ['PageDown', 'ArrowDown']) steps.step(key, true);
    expect(await selected()).toEqual([0, 6, 7, 6]);
    steps.step('ArrowUp', true);
    expect(await selected()).toEqual([0, 5, 6, 5]);
    steps.step('End', true);
    expect(await selected()).toEqual([0, 94, 95, 94]);
  });

  it('select the whole list, not only loaded rows, and keep the focus', async () => {
    const { steps, selected } = listOf(1000);
    steps.press({ key: 3, index: 3 }, NO_KEYS);
    steps.selectAll();
    expect(await selected()).toEqual([0, 999, 1000, 3]);
    const empty = listOf(0);
    empty.steps.selectAll();
    empty.steps.step('End', false);
    expect(await empty.selected()).toEqual([undefined, undefined, 0, undefined]);
  });

  it('are dropped when the list has changed', async () => {
    const { steps, selected, state } = listOf(95);
    steps.step('ArrowDown', false);
    await selected();
    steps.step('End', false);
    await Promise.resolve();
    state.view = 'failed';
    expect(await selected()).toEqual([0, 0, 1, 0]);
  });
});

describe('clicks on rows', () => {
  it('replace the selection, toggle with Ctrl or Cmd, and select ranges with Shift', async () => {
    const { steps, selected } = listOf(95);
    steps.press({ key: 2, index: 2 }, NO_KEYS);
    steps.press({ key: 8, index: 8 }, { ...NO_KEYS, ctrlKey: true });
    expect(await selected()).toEqual([2, 8, 2, 8]);
    steps.press({ key: 40, index: 40 }, { ...NO_KEYS, shiftKey: true });
    expect(await selected()).toEqual([8, 40, 33, 40]);
    steps.press({ key: 2, index: 2 }, { ...NO_KEYS, metaKey: true });
    expect(await selected()).toEqual([2, 40, 34, 2]);
    steps.press({ key: 0, index: 0 }, { ...NO_KEYS, shiftKey: true, metaKey: true });
    expect(await selected()).toEqual([0, 40, 36, 0]);
    steps.press({ key: 5, index: 5 }, NO_KEYS);
    expect(await selected()).toEqual([5, 5, 1, 5]);
  });

  it('report a failure, and continue', async () => {
    const { steps, selected, failures, state } = listOf(95);
    Object.defineProperty(state, 'view', {
      configurable: true,
      get: () => {
        Object.defineProperty(state, 'view', { value: 'all' });
        throw new Error('no line');
      },
    });
    steps.step('End', false);
    steps.step('Home', false);
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    expect(failures.splice(0)).toEqual([new Error('no line')]);
    expect(await selected()).toEqual([0, 0, 1, 0]);
  });
});

it('a list that is read page by page is read up to a row, to its end, or until that fails', async () => {
  let reads = 0;
  const listed = (count: number): ReadOn => ({
    count,
    hasMore: count < 1300,
    async read() {
      reads += 1;
      await Promise.resolve();
      if (reads === 4) return false;
      now = listed(Math.min(1300, count + 500));
      return true;
    },
  });
  let now = listed(60);
  const upTo = (place: number) => countUpTo(place, () => now);
  expect(await upTo(10)).toBe(60);
  expect(reads).toBe(0);
  expect(await upTo(60)).toBe(560);
  expect(await upTo(Infinity)).toBe(1300);
  expect(reads).toBe(3);
  now = listed(60);
  expect(await upTo(Infinity)).toBe(60);
});
