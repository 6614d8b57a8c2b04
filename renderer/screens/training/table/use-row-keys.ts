/** Arrow keys, Page Up and Down, Home and End in the list. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, type KeyboardEvent } from 'react';
import { backend } from '../../../base/backend/client.ts';
import { readError } from '../../../base/backend/read-error.ts';
import type { TrainingView } from '../../../../shared/contract/training.ts';
import { isPlaceKey, placeAfterKey } from '../../../work/rows/place-after-key.ts';
import { only, ranged, type PlacedRow } from '../model/selection.ts';
import { select, useTraining } from '../session/training-store.ts';
import { pageQuery, PAGE, type Pages } from './use-pages.ts';

/**
 * @param pages those in sight
 * @param rowsInSight how far Page Up and Down go
 * @returns what a key does. Keys wait for each other, and for rows that are still being read.
 */
export function useRowKeys(
  pages: Pages,
  rowsInSight: () => number,
  scrollTo: (index: number) => void,
): (event: KeyboardEvent) => void {
  const client = useQueryClient();
  const before = useRef(Promise.resolve());

  // read again only where the list has changed since
  const pageAt = (view: TrainingView, index: number) =>
    client.fetchQuery({ ...pageQuery(view, Math.floor(index / PAGE)), staleTime: Infinity });

  async function go(key: string, isRange: boolean): Promise<void> {
    const { view } = useTraining.getState();
    const { total } = await pageAt(view, 0);
    const { selection } = useTraining.getState();
    const { focus } = selection;
    // rows move while they are uploaded
    const at = focus && (pages.indexOf(focus.id) ?? focus.index);
    const place = placeAfterKey(key, at, total, rowsInSight());
    if (place === undefined) return;
    scrollTo(place);
    const id = (await pageAt(view, place)).rows[place % PAGE]?.id;
    // another list since: the place is none of its rows
    if (id === undefined || useTraining.getState().view !== view) return;
    if (isRange) await selectTo(view, { id, index: place });
    else select(only({ id, index: place }));
  }

  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !isPlaceKey(event.key)) return;
    event.preventDefault();
    const { key, shiftKey } = event;
    before.current = before.current
      .then(() => go(key, shiftKey))
      .catch((thrown: unknown) => useTraining.setState({ error: readError(thrown).toData() }));
  };
}

/** Selects from the anchor to a row; rows in between need not be loaded. */
export async function selectTo(view: TrainingView, row: PlacedRow): Promise<void> {
  const { selection } = useTraining.getState();
  const anchor = selection.anchor ?? row;
  const offset = Math.min(anchor.index, row.index);
  const limit = Math.abs(anchor.index - row.index) + 1;
  const ids = await backend.training.ids({ view, offset, limit });
  if (useTraining.getState().view === view) select(ranged(selection, row, ids));
}
