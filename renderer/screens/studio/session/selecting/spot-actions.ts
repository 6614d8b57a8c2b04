/** Finds dust spots and steps through them. */
import type { Spot } from '../../../../../shared/contract/selection.ts';
import type { Point, Rect } from '../../../../../shared/geometry/rect.ts';
import { spotsViewUrl } from '../../../../../shared/media.ts';
import type { ProposalLayer, SelectionMark } from '../../canvas/index.ts';
import { shownPatches, type StudioState } from '../../model/studio-store.ts';
import type { SessionContext } from '../session-context.ts';

export function createSpotActions(context: SessionContext, layer: ProposalLayer) {
  const { core, backend, attempt, fail, store } = context;
  let isInHand = core.getSnapshot().tool === 'spots';
  /** Only the latest request is shown. */
  let latestRequest = 0;

  function show(index: number, spots: readonly Spot[], isCut: boolean): void {
    const at = Math.max(0, Math.min(index, spots.length - 1));
    store.setSlice('selecting', { spots: { spots, index: at, isCut } });
    draw();
  }

  function draw(): void {
    const { spots, index: at } = store.getState().selecting.spots ?? { spots: [], index: 0 };
    layer.show(
      'spots',
      spots.length === 0 || !isInHand
        ? undefined
        : { things: spots.map(({ outline }) => [outline]), edge: 'drawn', current: at },
    );
  }

  function goTo(index: number): void {
    const { spots: found } = store.getState().selecting;
    if (found === undefined || found.spots.length === 0) return;
    const { length } = found.spots;
    const at = (index + length) % length;
    const spot = found.spots[at];
    show(at, found.spots, found.isCut);
    if (spot === undefined) return;
    if (core.getSnapshot().zoom < 1) core.picture.viewport.zoomToActualSize();
    core.picture.showRect(spot.bounds);
  }

  function put(spots: readonly Spot[]): void {
    core.mask.fillShapes(spots.map(pointsOf), 255, 'spots');
  }

  function takeCurrent(): Spot | undefined {
    const { spots: found } = store.getState().selecting;
    const spot = found?.spots[found.index];
    if (found === undefined || spot === undefined) return undefined;
    show(
      found.index,
      found.spots.filter((each) => each !== spot),
      found.isCut,
    );
    return spot;
  }

  function goOn(): void {
    const { spots: found } = store.getState().selecting;
    if (found !== undefined) goTo(found.index);
  }

  /** Adds the spot to the mask and goes to the next. @returns false without a spot */
  function acceptSpot(): boolean {
    const spot = takeCurrent();
    if (spot === undefined) return false;
    put([spot]);
    goOn();
    return true;
  }

  /** @returns false without a spot */
  function dismissSpot(): boolean {
    const spot = takeCurrent();
    if (spot !== undefined) goOn();
    return spot !== undefined;
  }

  async function sensitivity(): Promise<number> {
    return (await backend.settings.get()).selecting.spotSensitivity;
  }

  async function showView(): Promise<void> {
    latestRequest += 1;
    const mine = latestRequest;
    const { photo } = store.getState();
    if (photo === undefined || !store.getState().selecting.isSpotsViewShown) {
      layer.showBackdrop(undefined);
      return;
    }
    const look = appearanceOf(store.getState());
    const url = spotsViewUrl(photo.id, await sensitivity(), look);
    if (mine === latestRequest) layer.showBackdrop({ url, size: photo });
  }

  const stop = store.subscribe((now, before) => {
    if (now.photo !== before.photo || !now.selecting.isSpotsViewShown) return;
    if (now.patches !== before.patches && appearanceOf(now) !== appearanceOf(before))
      showView().catch(fail);
  });

  const actions = {
    findSpots: (): Promise<void> =>
      attempt(async () => {
        const photoId = context.work()?.photoId;
        if (photoId === undefined) return;
        store.setSlice('selecting', { isBusy: true });
        try {
          const wanted = { photoId, sensitivity: await sensitivity() };
          const { spots, isCut } = await backend.selection.spots(wanted);
          if (context.work()?.photoId !== photoId) return;
          show(0, spots, isCut);
          await showView();
        } finally {
          if (context.work()?.photoId === photoId) store.setSlice('selecting', { isBusy: false });
        }
      }),
    /** Zooms to 100 % or more. */
    stepSpot(direction: 1 | -1): void {
      const { spots: found } = store.getState().selecting;
      if (found !== undefined) goTo(found.index + direction);
    },
    acceptSpot,
    acceptAllSpots(): void {
      const { spots: found } = store.getState().selecting;
      if (found === undefined) return;
      put(found.spots);
      show(0, [], found.isCut);
    },
    dismissSpot,
    /** Toggles an enhanced view of faint spots. */
    toggleSpotsView(): Promise<void> {
      store.setSlice('selecting', ({ isSpotsViewShown }) => ({
        isSpotsViewShown: !isSpotsViewShown,
      }));
      return attempt(showView);
    },
  };
  const tool = {
    pick({ points: [at], isLess }: SelectionMark): void {
      const { spots: found } = store.getState().selecting;
      if (at === undefined || found === undefined) return;
      const index = found.spots.findIndex(({ bounds }) => isWithin(at, bounds));
      if (index < 0) return;
      show(index, found.spots, found.isCut);
      const spot = takeCurrent();
      if (spot !== undefined && !isLess) put([spot]);
    },
    /** Outlines the spots while the tool is active. */
    setInHand(next: boolean): void {
      if (isInHand === next) return;
      isInHand = next;
      draw();
    },
    accept: acceptSpot,
    dismiss: dismissSpot,
    /** @returns false if there were none */
    forget(): boolean {
      const { spots: found, isSpotsViewShown } = store.getState().selecting;
      if (found === undefined && !isSpotsViewShown) return false;
      latestRequest += 1;
      store.setSlice('selecting', { spots: undefined, isSpotsViewShown: false });
      layer.show('spots', undefined);
      layer.showBackdrop(undefined);
      return true;
    },
  };
  return { actions, tool, stop };
}

/** The visible results, as part of an address. */
function appearanceOf(state: Pick<StudioState, 'patches'>): string {
  return shownPatches(state)
    .map(({ id }) => id)
    .join(' ');
}

function isWithin({ x, y }: Point, rect: Rect): boolean {
  return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

function pointsOf({ outline }: Spot): readonly Point[] {
  const points: Point[] = [];
  for (let at = 0; at + 1 < outline.length; at += 2) {
    points.push({ x: outline[at] ?? 0, y: outline[at + 1] ?? 0 });
  }
  return points;
}
