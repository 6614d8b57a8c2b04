/** Lists all visible objects; they are accepted like clicks. */
import type { ObjectInSight } from '../../../../../shared/contract/selection.ts';
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import type { ProposalLayer } from '../../canvas/index.ts';
import { readyPhoto } from '../../model/studio-store.ts';
import type { SessionContext } from '../session-context.ts';
import { visibleRect } from './visible-rect.ts';

export function createObjectList(
  { core, backend, attempt, store }: SessionContext,
  layer: Pick<ProposalLayer, 'show'>,
) {
  let asked: { readonly photoId: string; readonly within?: Rect } | undefined;
  let searching: AbortController | undefined;
  let refining: AbortController | undefined;

  function show(objects: readonly ObjectInSight[], index: number): void {
    store.setSlice('selecting', { objects: { objects, index } });
    const current = objects[index];
    const others = objects.filter((each) => each !== current).map(({ outlines }) => outlines);
    layer.show('spots', others.length === 0 ? undefined : { things: others, edge: 'coarse' });
    layer.show('listed', current && { things: [current.outlines], edge: 'coarse' });
    refining?.abort();
    if (current !== undefined) void refine(current);
  }

  async function refine({ point, reading }: ObjectInSight): Promise<void> {
    if (asked === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    refining = controller;
    try {
      const request = { ...asked, point, reading, pass: 'fine' } as const;
      const { outlines } = await backend.selection.objectAt(request, { signal });
      if (signal.aborted || outlines.length === 0) return;
      layer.show('listed', { things: [outlines], edge: 'fine' });
    } catch {
      // keep the fill; a click reports why
    }
  }

  function stopSearching(): boolean {
    if (searching === undefined) return false;
    searching.abort();
    searching = undefined;
    store.setSlice('selecting', { isBusy: false });
    return true;
  }

  return {
    actions: {
      showObjects: (): Promise<void> =>
        attempt(async () => {
          const photo = readyPhoto(store.getState());
          if (photo === undefined) return;
          core.tools.setTool('object');
          searching?.abort();
          searching = new AbortController();
          const { signal } = searching;
          store.setSlice('selecting', { isBusy: true, note: undefined });
          try {
            const within = visibleRect(core.getSnapshot(), photo);
            const request = { photoId: photo.id, ...(within === undefined ? {} : { within }) };
            const objects = await backend.selection.objects(request, { signal });
            if (signal.aborted) return;
            asked = request;
            show(objects, 0);
            if (objects.length === 0) {
              store.setSlice('selecting', {
                objects: undefined,
                note: 'No object found in this part.',
              });
            }
          } finally {
            if (!signal.aborted) stopSearching();
          }
        }),
      stepObject(direction: 1 | -1): void {
        const { objects: found } = store.getState().selecting;
        if (found === undefined || found.objects.length === 0) return;
        const { length } = found.objects;
        show(found.objects, (found.index + direction + length) % length);
      },
    },
    tool: {
      /** Removes the current object from the list. */
      take(): ObjectInSight | undefined {
        const { objects: found } = store.getState().selecting;
        const object = found?.objects[found.index];
        if (found === undefined || object === undefined) return undefined;
        const rest = found.objects.filter((each) => each !== object);
        show(rest, Math.min(found.index, Math.max(0, rest.length - 1)));
        if (rest.length === 0) store.setSlice('selecting', { objects: undefined });
        return object;
      },
      /** Also cancels a search. @returns false if there is neither list nor search */
      forget(): boolean {
        const wasSearching = stopSearching();
        if (store.getState().selecting.objects === undefined) return wasSearching;
        store.setSlice('selecting', { objects: undefined });
        refining?.abort();
        layer.show('spots', undefined);
        layer.show('listed', undefined);
        return true;
      },
    },
  };
}
