/** Turns gestures of Object, Line and Wand into proposed selections. */
import { AppError } from '../../../../../shared/errors/app-error.ts';
import type { SelectionMark, ToolName } from '../../canvas/index.ts';
import { createProposalLayer } from '../../proposal/proposal-layer.ts';
import { INITIAL_SELECTING, readyPhoto } from '../../model/studio-store.ts';
import type { PlanActions } from '../plan-actions.ts';
import type { SessionContext } from '../session-context.ts';
import { orderAfter, orderBefore } from './order.ts';
import { createLinePreview } from './line-preview.ts';
import { createObjectList } from './object-list.ts';
import { createObjectPreview } from './object-preview.ts';
import { createPeopleList } from './people-list.ts';
import { createProposed } from './proposed.ts';
import { createSpotActions } from './spot-actions.ts';
import { createTextActions } from './text-actions.ts';
import type { Rect } from '../../../../../shared/geometry/rect.ts';
import { visibleRect } from './visible-rect.ts';

/** The backend reads the photo ahead for these. */
const SELECTING: ReadonlySet<ToolName> = new Set(['object', 'line', 'wand', 'spots']);

/** Pixels; of larger photos only the visible part is read ahead. */
const LARGE = 36_000_000;

/** Milliseconds without a change of the canvas. */
const REST = 150;

/** These keep a proposal, because they only move the photo. */
const MOVING: ReadonlySet<ToolName> = new Set(['hand']);

/** @param takenUp called a frame after the change @returns an unsubscribe function */
function followTool(
  { core, backend, fail, store }: SessionContext,
  takenUp: (next: ToolName) => void,
): () => void {
  let warmed: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function warm(): void {
    const photo = readyPhoto(store.getState());
    const snapshot = core.getSnapshot();
    if (photo === undefined || !SELECTING.has(snapshot.tool)) {
      if (warmed !== undefined && !MOVING.has(snapshot.tool)) release();
      return;
    }
    const forObject = snapshot.tool === 'object';
    const isLarge = photo.width * photo.height > LARGE;
    // the object model uses the visible part even of small photos
    const within = isLarge || forObject ? visibleRect(snapshot, photo) : undefined;
    const key = JSON.stringify([photo.id, forObject, within]);
    if (key === warmed) return;
    warmed = key;
    // a head start: the order itself reports errors
    backend.selection
      .warm({ photoId: photo.id, forObject, ...(within === undefined ? {} : { within }) })
      .catch(() => undefined);
  }

  function release(): void {
    warmed = undefined;
    backend.selection.release({}).catch(fail);
  }

  function changed(): void {
    const next = core.getSnapshot().tool;
    if (!MOVING.has(next)) takenUp(next);
    // after the view has come to rest
    clearTimeout(timer);
    timer = setTimeout(warm, REST);
  }

  const stopCore = core.subscribe(changed);
  const stopStore = store.subscribe((state, before) => {
    if (readyPhoto(state) !== readyPhoto(before)) warm();
  });
  warm();
  return () => {
    clearTimeout(timer);
    stopCore();
    stopStore();
    if (warmed !== undefined) release();
  };
}

/** @param plan of the next run */
export function createSelecting(
  context: SessionContext,
  run: () => Promise<void>,
  plan: PlanActions,
) {
  const { core, backend, fail, store } = context;
  const layer = core.addProposalLayer((stage, viewport, maskColor) =>
    createProposalLayer(stage, viewport, maskColor, () => {
      store.setSlice('selecting', { isSpotsViewShown: false });
      layer.showBackdrop(undefined);
      fail(new AppError('tool-unavailable', 'The view of spots can’t be shown.'));
    }),
  );
  const options = async () => (await backend.settings.get()).selecting;
  const proposed = createProposed({
    context,
    layer,
    options,
    run,
    begun: () => taken.forget(),
    answered() {
      preview.forget();
      objectPreview.forget();
    },
    forgotten: () => preview.forget(),
    taken: (bounds) => taken.offer(bounds),
  });
  const { begin, put, forget } = proposed;

  function mark(made: SelectionMark): void {
    const { tool } = made;
    if (tool === 'spots') return spots.pick(made);
    const [at] = made.points;
    if (tool === 'object' && made.points.length === 1 && at && peopleList.tool.toggleAt(at)) return;
    peopleList.tool.forget();
    const { order: next, goesOn } = orderAfter(proposed.order, { ...made, tool });
    const before = proposed.order;
    if (!goesOn) put(false);
    begin(next, goesOn ? before : undefined);
  }

  function resize(direction: 1 | -1): void {
    const { readings = 1, reading = 0 } = store.getState().selecting.proposal ?? {};
    if (proposed.order?.tool !== 'object' || readings < 2) return;
    begin(
      { ...proposed.order, reading: (reading + direction + readings) % readings },
      proposed.order,
    );
  }

  function takeListed(): boolean {
    const object = proposed.order === undefined ? objectList.tool.take() : undefined;
    if (object === undefined) return false;
    const gesture = { kind: 'scribble', points: [object.point], width: 1 } as const;
    const { reading } = object;
    begin({ tool: 'object', gesture, strokes: [], reading, subtract: false }, undefined);
    return true;
  }

  function drop(): boolean {
    if (proposed.order === undefined) return taken.forget();
    forget();
    return true;
  }

  function stepBack(): boolean {
    if (proposed.order === undefined) return false;
    const earlier = orderBefore(proposed.order);
    if (earlier === undefined) return drop();
    const before = proposed.order;
    if (earlier.tool === 'line' && earlier.points.length < 2) proposed.forgetAnswer();
    proposed.accept(undefined);
    begin(earlier, before);
    return true;
  }

  function key(name: string, isHeld: boolean): boolean {
    // a held key must only accept, never run
    if (name === 'Enter' && isHeld)
      return proposed.order !== undefined || store.getState().selecting.taken !== undefined;
    if (name === 'Enter' && (proposed.isFound || proposed.isAsking)) {
      proposed.accept('offering');
      return true;
    }
    if (name === 'Enter' && taken.forget()) {
      void run();
      return true;
    }
    if (name === 'Enter') return takeListed() || peopleList.tool.accept() || spots.accept();
    if (name === 'Escape') {
      return drop() || objectList.tool.forget() || peopleList.tool.forget() || spots.forget();
    }
    if (name !== 'Backspace' && name !== 'Delete') return false;
    return proposed.order?.tool === 'line' ? stepBack() : spots.dismiss();
  }

  const { actions: spotActions, tool: spots, stop: stopSpots } = createSpotActions(context, layer);
  const text = createTextActions(context, plan, layer);
  const preview = createLinePreview(
    context,
    layer,
    () => (proposed.order?.tool === 'line' ? proposed.order.points.slice(-1) : []),
    () => store.getState().selecting.isBusy,
    async () => (await options()).lineWidth,
  );
  const objectPreview = createObjectPreview(
    context,
    layer,
    () => store.getState().selecting.isBusy,
  );
  const objectList = createObjectList(context, layer);
  const taken = createTakenSelection(context);
  const peopleList = createPeopleList(context, layer, {
    begun() {
      proposed.accept('quietly');
      taken.forget();
      objectList.tool.forget();
    },
    added: (bounds) => taken.offer(bounds),
  });
  core.setSelecting({
    mark,
    key,
    previewFrom(at) {
      if (core.getSnapshot().tool === 'object') objectPreview.setPressed(at !== undefined);
      else preview.drawFrom(at);
    },
  });
  let inHand = core.getSnapshot().tool;
  const stopTool = followTool(context, (next) => {
    // a search for people selects the tool itself
    if (next !== inHand && !store.getState().selecting.isBusy)
      store.setSlice('selecting', { note: undefined });
    inHand = next;
    // a gesture of the next tool may have come first
    if (proposed.order?.tool !== next) proposed.accept('quietly');
    spots.setInHand(next === 'spots');
    if (next === 'object') return;
    objectList.tool.forget();
    peopleList.tool.forget();
  });
  const stopPhoto = store.subscribe((state, before) => {
    if (state.photo?.id === before.photo?.id) return;
    forget();
    objectPreview.forget();
    objectList.tool.forget();
    peopleList.tool.forget();
    spots.forget();
    layer.show('text', undefined);
    store.setSlice('selecting', INITIAL_SELECTING);
  });

  return {
    ...spotActions,
    ...text.actions,
    ...objectList.actions,
    ...peopleList.actions,
    showObjects() {
      peopleList.tool.forget();
      return objectList.actions.showObjects();
    },
    /** Cycles through the candidates by size. */
    resize,
    mark,
    /** Applies the proposal, after a pending refinement, and offers a run. */
    accept(): void {
      if (proposed.order !== undefined || !peopleList.tool.accept()) proposed.accept('offering');
    },
    /** For a run that follows. @returns false if the selection did not get into the mask */
    async finish(): Promise<boolean> {
      const { isAsking } = proposed;
      proposed.accept('for-run');
      await peopleList.tool.finish();
      return !isAsking || (await proposed.finished);
    },
    /** Drops the proposal or the offered run. @returns false if there was neither */
    drop: (): boolean => drop() || peopleList.tool.forget(),
    /** Undoes the last stroke or point. @returns false without a proposal */
    stepBack,
    /** Call after a change of options. */
    again(): void {
      if (proposed.order !== undefined) begin({ ...proposed.order }, proposed.order);
    },
    destroy(): void {
      stopTool();
      stopPhoto();
      stopSpots();
      text.stop();
      preview.stop();
      objectPreview.stop();
      taken.stop();
      forget();
      layer.destroy();
      core.setSelecting(undefined);
    },
  };
}

/** Offers a run next to an accepted selection until something else begins. */
function createTakenSelection({ core, store }: SessionContext) {
  /** @returns false if nothing was offered */
  function forget(): boolean {
    if (store.getState().selecting.taken === undefined) return false;
    store.setSlice('selecting', { taken: undefined });
    return true;
  }

  const { tool: first } = core.getSnapshot();
  let tool = first;
  const stopCore = core.subscribe(() => {
    const now = core.getSnapshot();
    // another tool, a stroke or an undo: the mask has changed since
    if (now.tool !== tool || now.isPainting || now.canRedo || now.maskBounds === undefined)
      forget();
    tool = now.tool;
  });
  const stopStore = store.subscribe(({ isStarting, selecting }, before) => {
    const { objects, spots } = before.selecting;
    const isOther = selecting.objects !== objects || selecting.spots !== spots;
    if (isOther || (isStarting && !before.isStarting)) forget();
  });
  return {
    /** @param bounds photo space */
    offer(bounds: Rect): void {
      store.setSlice('selecting', { taken: { bounds, pointer: core.pointerOnPhoto() } });
    },
    forget,
    stop(): void {
      stopCore();
      stopStore();
      forget();
    },
  };
}
