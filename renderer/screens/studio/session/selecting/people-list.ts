import type { PersonInPhoto } from '../../../../../shared/contract/selection.ts';
import { unionRects, type Point, type Rect } from '../../../../../shared/geometry/rect.ts';
import { uniteTiles } from '../../../../../shared/mask/mask-tiles.ts';

import type { ProposalLayer } from '../../canvas/index.ts';
import type { Proposal } from '../../proposal/proposal-layer.ts';
import { readyPhoto } from '../../model/studio-store.ts';
import { readMasks } from '../mask-bytes.ts';
import type { SessionContext } from '../session-context.ts';

const NONE_FOUND = 'Nobody found: Gesso finds people by their faces. Select others with Object.';

/** @param listener `begun`: other proposals must close. `added`: bounds of those added */
export function createPeopleList(
  { core, backend, attempt, store, work }: SessionContext,
  layer: Pick<ProposalLayer, 'show'>,
  listener: { begun(): void; added(bounds: Rect): void },
) {
  let looking: AbortController | undefined;
  let adding = Promise.resolve();

  function show(people: readonly PersonInPhoto[], ticked: ReadonlySet<PersonInPhoto>): void {
    store.setSlice('selecting', { people: { people, ticked }, note: undefined });
    const proposalOf = (isTicked: boolean): Proposal | undefined => {
      const them = people.filter((person) => ticked.has(person) === isTicked);
      if (them.length === 0) return undefined;
      return { things: them.map(({ outlines }) => outlines), edge: 'fine' };
    };
    layer.show('people', proposalOf(true));
    layer.show('spots', proposalOf(false));
  }

  function tick(person: PersonInPhoto, isTicked: boolean): void {
    const { people: found } = store.getState().selecting;
    if (found === undefined) return;
    const ticked = new Set(found.ticked);
    if (isTicked) ticked.add(person);
    else ticked.delete(person);
    show(found.people, ticked);
  }

  /** Also cancels a search. @returns false if there is neither list nor search */
  function forget(): boolean {
    const wasLooking = looking !== undefined;
    if (wasLooking) stopLooking();
    if (store.getState().selecting.people === undefined) return wasLooking;
    store.setSlice('selecting', { people: undefined });
    layer.show('people', undefined);
    layer.show('spots', undefined);
    return true;
  }

  function stopLooking(): void {
    looking?.abort();
    looking = undefined;
    store.setSlice('selecting', { isBusy: false, note: undefined });
  }

  async function find(photoId: string, { signal }: AbortController): Promise<void> {
    store.setSlice('selecting', { isBusy: true, note: 'Looking for people. Esc stops.' });
    try {
      const { withShadow } = (await backend.settings.get()).selecting;
      const people = await backend.selection.people({ photoId, withShadow }, { signal });
      if (signal.aborted) return;
      stopLooking();
      if (people.length > 0) show(people, new Set(people));
      else store.setSlice('selecting', { note: NONE_FOUND });
    } finally {
      if (looking?.signal === signal) stopLooking();
    }
  }

  /** Applies ticked people to the mask in one step. @returns false if the list is empty */
  function accept(): boolean {
    const { people: found } = store.getState().selecting;
    if (found === undefined) return false;
    const { ticked } = found;
    if (ticked.size === 0) return true; // nothing to add yet
    const mode = core.getSnapshot().isSubtracting ? 'subtract' : 'unite';
    forget();
    const current = work();
    adding = attempt(async () => {
      const masks = await readMasks([...ticked].map(({ tiles }) => tiles));
      if (work() !== current) return; // another photo was opened meanwhile
      core.mask.edit(uniteTiles(masks), mode, 'people');
      const bounds = [...ticked].map((person): Rect => person.bounds);
      if (mode === 'unite') listener.added(bounds.reduce(unionRects));
    });
    return true;
  }

  return {
    actions: {
      /** Finds people in the whole photo; all are ticked at first. */
      selectPeople: (): Promise<void> =>
        attempt(async () => {
          const photo = readyPhoto(store.getState());
          if (photo === undefined) return;
          forget();
          core.tools.setTool('object');
          listener.begun();
          looking = new AbortController();
          await find(photo.id, looking);
        }),
      tickPerson: tick,
    },
    tool: {
      /** @returns false if no person is there */
      toggleAt(at: Point): boolean {
        const { people: found } = store.getState().selecting;
        const person = found?.people.find(({ outlines }) => isWithin(at, outlines));
        if (found === undefined || person === undefined) return false;
        tick(person, !found.ticked.has(person));
        return true;
      },
      accept,
      /** Accepts the list. Resolves when everybody ticked is in the mask. */
      async finish(): Promise<void> {
        accept();
        await adding;
      },
      forget,
    },
  };
}

/** Nested outlines are holes. */
function isWithin({ x, y }: Point, outlines: PersonInPhoto['outlines']): boolean {
  let isIn = false;
  for (const outline of outlines) {
    let [fromX = 0, fromY = 0] = outline.slice(-2);
    for (let at = 0; at + 1 < outline.length; at += 2) {
      const [toX = 0, toY = 0] = [outline[at], outline[at + 1]];
      const isAcross = fromY <= y !== toY <= y;
      if (isAcross && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) isIn = !isIn;
      [fromX, fromY] = [toX, toY];
    }
  }
  return isIn;
}
