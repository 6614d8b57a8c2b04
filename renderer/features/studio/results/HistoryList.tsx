/** What lies on the photo, newest first; one entry at a time is reached by Tab, the others by arrows. */
import { Stack } from '@mantine/core';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { useStudio } from '../session/studio-store.ts';
import { HistoryHead } from './HistoryHead.tsx';
import { ResultEntry } from './ResultEntry.tsx';
import classes from './Results.module.css';
import { useResults } from './results-store.ts';

/** Entries that are there at once; those further down come when they are near the screen. */
const FIRST_ENTRIES = 24;

export function HistoryList() {
  const patches = useStudio((state) => state.patches);
  const selectedId = useResults((state) => state.selectedId);
  const newest = useMemo(() => patches.toReversed(), [patches]);
  /** The entry that the arrows have gone to. */
  const [walkedId, setWalkedId] = useState<string>();
  if (newest.length === 0) return null;
  const isHere = (id: string | undefined) => newest.some((patch) => patch.id === id);
  const tabbedId = [walkedId, selectedId, newest[0]?.id].find(isHere);

  function walk(event: KeyboardEvent<HTMLElement>): void {
    const at = newest.findIndex(({ id }) => id === tabbedId);
    const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: newest.length - 1 }[event.key];
    if (next === undefined || !isInEntry(event.target)) return;
    event.preventDefault();
    const id = newest[next]?.id;
    if (id === undefined) return;
    setWalkedId(id);
    const list = event.currentTarget;
    // in the next frame it is there, also where it was far below the screen
    requestAnimationFrame(() => focusEntry(list, id));
  }

  return (
    <Stack gap="xs" component="section" aria-label="Results">
      <HistoryHead />
      <ul className={classes['list']} onKeyDown={walk}>
        {newest.map((patch, index) => (
          <ResultEntry
            key={patch.id}
            patch={patch}
            isSelected={patch.id === selectedId}
            isTabbed={patch.id === tabbedId}
            isFirst={index < FIRST_ENTRIES}
            onFocus={setWalkedId}
          />
        ))}
      </ul>
    </Stack>
  );
}

/** Not in a menu of an entry, which has arrows of its own. */
function isInEntry(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.closest('[data-result]') !== null;
}

function focusEntry(list: HTMLElement, id: string): void {
  const entry = [...list.querySelectorAll<HTMLElement>('[data-result]')].find(
    ({ dataset }) => dataset['result'] === id,
  );
  entry?.querySelector('button')?.focus();
}
