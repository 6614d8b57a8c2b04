/** Keys and clicks of a list, for its components and commands. */
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { isPlaceKey, placeAfterKey } from './place-after-key.ts';
import {
  selectAll,
  selectOnly,
  extendTo,
  toggle,
  type RowPlace,
  type Selection,
} from './selection.ts';

/** The rows of a list that may be partly loaded. */
export interface RowSource<Key> {
  /** Changes with the list, such as by a filter: waiting steps are then dropped. */
  readonly view: unknown;
  /** Rows of the list. @param upTo loads up to this index; `Infinity` loads the whole list */
  count(upTo: number): number | Promise<number>;
  /** The current index of a loaded row. */
  indexOf(row: RowPlace<Key>): number | undefined;
  /** Keys of a range of rows, inclusive. */
  keys(first: number, last: number): readonly Key[] | Promise<readonly Key[]>;
}

export interface RowStepsDeps<Key> {
  readonly source: RowSource<Key>;
  selection(): Selection<Key>;
  select(selection: Selection<Key>): void;
  page(): number;
  /** Of a grid, whose cells count as rows; one unless given. */
  columns?(): number;
  scrollTo(index: number): void;
  fail(thrown: unknown): void;
}

/** Modifiers during a click. */
type HeldKeys = Readonly<Record<'shiftKey' | 'ctrlKey' | 'metaKey', boolean>>;

/**
 * Selection by keys and clicks. Steps wait for each other and for rows that are still loading, so
 * that none is lost.
 */
interface RowSteps<Key> {
  press(row: RowPlace<Key>, held: HeldKeys): void;
  /** @param key as in `KeyboardEvent.key` @param isRange with Shift */
  step(key: string, isRange: boolean): void;
  /** Selects the row after the focused one, or the first. */
  next(): void;
  /** Selects every row, loaded or not. */
  selectAll(): void;
}

/** @param deps called for each step */
export function createRowSteps<Key>(deps: () => RowStepsDeps<Key>): RowSteps<Key> {
  let before = Promise.resolve();

  function queue(action: () => void | Promise<void>): void {
    before = before.then(action).catch((thrown: unknown) => deps().fail(thrown));
  }

  /** Selects from the anchor to a row. */
  async function selectTo(row: RowPlace<Key>, isAdded: boolean): Promise<void> {
    const { source, selection } = deps();
    const { view } = source;
    const { anchor } = selection();
    const from = anchor === undefined ? row.index : placeNow(source, anchor);
    const keys = await source.keys(Math.min(from, row.index), Math.max(from, row.index));
    if (deps().source.view !== view) return;
    deps().select(extendTo(selection(), row, keys, isAdded));
  }

  function step(key: string, isRange: boolean): void {
    queue(async () => {
      const { source, selection, page, columns } = deps();
      const { view } = source;
      const { focus } = selection();
      const at = focus && placeNow(source, focus);
      const count = await source.count(key === 'End' ? Infinity : (at ?? -1) + page() + 1);
      const index = placeAfterKey(key, at, count, page(), columns?.());
      if (index === undefined || deps().source.view !== view) return;
      deps().scrollTo(index);
      const [found] = await deps().source.keys(index, index);
      // another list since: the index has no meaning there
      if (found === undefined || deps().source.view !== view) return;
      const row = { key: found, index };
      if (isRange) await selectTo(row, false);
      else deps().select(selectOnly(row));
    });
  }

  return {
    press(row, { shiftKey, ctrlKey, metaKey }) {
      const isMod = ctrlKey || metaKey;
      queue(() => {
        if (shiftKey) return selectTo(row, isMod);
        deps().select(isMod ? toggle(deps().selection(), row) : selectOnly(row));
        return undefined;
      });
    },
    step,
    next: () => step((deps().columns?.() ?? 1) > 1 ? 'ArrowRight' : 'ArrowDown', false),
    selectAll() {
      queue(async () => {
        const { source } = deps();
        const { view } = source;
        const count = await source.count(Infinity);
        if (count === 0 || deps().source.view !== view) return;
        const keys = await deps().source.keys(0, count - 1);
        if (deps().source.view === view) deps().select(selectAll(keys, deps().selection()));
      });
    },
  };
}

/** Rows move while the list is updated. */
function placeNow<Key>(source: RowSource<Key>, row: RowPlace<Key>): number {
  return source.indexOf(row) ?? row.index;
}

/** A list that is loaded page by page, as rendered. */
export interface ReadOn {
  readonly count: number;
  readonly hasMore: boolean;
  /** Loads the next page. @returns false if that failed and was reported */
  read(): Promise<boolean>;
}

/**
 * Loads until the list has more than `upTo` rows or ends.
 * @param now the list as currently rendered
 */
export async function countUpTo(upTo: number, now: () => ReadOn): Promise<number> {
  while (now().hasMore && now().count <= upTo && (await now().read())) {
    // the rows are available once rendered
    await new Promise((resolve) => setTimeout(resolve));
  }
  return now().count;
}

/** The mounted list. */
export interface RowsHandle extends Pick<RowStepsDeps<unknown>, 'page' | 'columns' | 'scrollTo'> {
  focus(): void;
}

/** The same object as long as the list is mounted. */
export interface ListSteps<Key> extends RowSteps<Key> {
  /** Set by `Rows`. */
  readonly rows: RefObject<RowsHandle | null>;
  /** For the focused element. */
  onKeyDown(event: KeyboardEvent): void;
}

export function useRowSteps<Key>(
  deps: Omit<RowStepsDeps<Key>, 'page' | 'columns' | 'scrollTo'>,
): ListSteps<Key> {
  const latest = useRef(deps);
  const rows = useRef<RowsHandle>(null);
  useLayoutEffect(() => {
    latest.current = deps;
  });
  const [steps] = useState((): ListSteps<Key> => {
    const made = createRowSteps<Key>(() => ({
      ...latest.current,
      page: () => rows.current?.page() ?? 1,
      columns: () => rows.current?.columns?.() ?? 1,
      scrollTo: (index) => rows.current?.scrollTo(index),
    }));
    return {
      ...made,
      rows,
      press(row, held) {
        made.press(row, held);
        rows.current?.focus();
      },
      onKeyDown(event) {
        const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
        // other keys are commands
        const isPlace = isPlaceKey(key, rows.current?.columns?.());
        if (ctrlKey || metaKey || altKey || !isPlace || !isForList(event)) return;
        event.preventDefault();
        event.stopPropagation();
        rows.current?.focus();
        made.step(key, shiftKey);
      },
    };
  });
  return steps;
}

/** False in a field or menu of a row, and in a dialog opened from a row. */
function isForList({ target, currentTarget }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return target.closest('input, textarea, select, [role="menu"]') === null;
}
