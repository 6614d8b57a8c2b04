/** Keys and clicks of a list, for its components and commands. */
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { isPlaceKey } from './place-after-key.ts';
import { createRowSteps, type RowSteps, type RowStepsDeps } from './row-steps.ts';

/** The mounted list. */
export interface RowsHandle {
  focus(): void;
  /** Visible rows. */
  page(): number;
  /** Of a grid, whose cells count as rows; one unless given. */
  columns?(): number;
  scrollTo(index: number): void;
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
