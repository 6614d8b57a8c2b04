/**
 * Turns gestures of Object, Line and Wand into selections: asks the backend, shows the answer as
 * marching ants, and takes it into the mask. Loaded when one of the tools is first in hand.
 */
import type { SelectedObject, SelectedPixels } from '../../../../../shared/contract/selection.ts';
import type { Settings } from '../../../../../shared/contract/settings.ts';
import { AppError } from '../../../../../shared/errors/app-error.ts';
import { decodeMaskTiles, type PackedMaskTile } from '../../../../../shared/mask/mask-tiles.ts';
import type { SelectionMark } from '../../canvas/index.ts';
import { createProposalLayer } from '../../proposal/proposal-layer.ts';
import { INITIAL_SELECTING, type ProposedSelection } from '../../model/selecting-store.ts';
import { readyPhoto } from '../../model/studio-store.ts';
import type { PlanActions } from '../plan-actions.ts';
import type { SessionContext } from '../session-context.ts';
import { orderAfter, orderBefore, type SelectionOrder } from './order.ts';
import { followTool } from './follow-tool.ts';
import { createLinePreview } from './line-preview.ts';
import { createObjectList, type ObjectListActions } from './object-list.ts';
import { createObjectPreview } from './object-preview.ts';
import { createPeopleList, type PeopleListActions } from './people-list.ts';
import { createSpotActions, type SpotActions } from './spot-actions.ts';
import { createTakenSelection } from './taken-selection.ts';
import { createTextActions, type TextActions } from './text-actions.ts';
import { visibleRect } from './visible-rect.ts';

export interface Selecting extends SpotActions, TextActions, ObjectListActions, PeopleListActions {
  mark(mark: SelectionMark): void;
  /**
   * Takes what is proposed into the mask, or out of it; when it is still refined, right after that. A run is
   * offered then.
   */
  accept(): void;
  /** Takes it in without an offer, and resolves when the mask has it. */
  settle(): Promise<void>;
  /** Forgets what is proposed, or the run that is offered. @returns false when there was nothing */
  drop(): boolean;
  /** Takes the last stroke or point back. @returns false when nothing is proposed */
  stepBack(): boolean;
  /** Another reading of the object: the next larger or smaller one, and after the last the first. */
  resize(direction: 1 | -1): void;
  /** The options have changed: what is proposed is looked for again. */
  again(): void;
  destroy(): void;
}

/** The answer to the present order. */
interface Found {
  readonly tiles: readonly PackedMaskTile[];
  readonly outlines: SelectedPixels['outlines'];
  readonly bounds: SelectedPixels['bounds'];
}

/** A sentence about an outline that may be off. */
function remarkOn({ by, isUnsure }: SelectedObject, isLoop: boolean): string | undefined {
  if (by === 'drawn') return 'No outline found, so this is the loop as you drew it.';
  if (by === 'colours')
    return 'Found by colours alone. Draw closer around it if the outline is off.';
  if (!isUnsure) return undefined;
  return `Not sure about this outline.${isLoop ? '' : ' A loop around it may do better.'}`;
}

const NOTHING_FOUND: Readonly<Record<SelectionOrder['tool'], string>> = {
  object: 'No object found here. Draw closer around it, or paint it with the brush.',
  line: 'No line found here. Click on both of its ends.',
  wand: 'Nothing selected here.',
};

/** @param run starts the next run @param plan of it */
export function createSelecting(
  context: SessionContext,
  run: () => Promise<void>,
  plan: PlanActions,
): Selecting {
  const { core, backend, fail, stores } = context;
  const store = stores.selecting;
  const layer = core.addProposalLayer((stage, viewport) =>
    createProposalLayer(stage, viewport, () => {
      store.setState({ isSpotsViewShown: false });
      layer.showBackdrop(undefined);
      fail(
        new AppError({ kind: 'tool-unavailable', message: 'The view of spots can’t be shown.' }),
      );
    }),
  );
  let order: SelectionOrder | undefined;
  let found: Found | undefined;
  let asking: AbortController | undefined;
  let finished: Promise<void> = Promise.resolve();
  /** It goes into the mask as soon as its edge is exact: with an offer to run, or without. */
  let accepted: 'offering' | 'quietly' | undefined;

  async function options(): Promise<Settings['selecting']> {
    return (await backend.settings.get()).selecting;
  }

  function show(): void {
    const corners = order?.tool === 'line' ? order.points : [];
    layer.show(order === undefined ? undefined : { outlines: found?.outlines ?? [], corners });
  }

  /** @returns false when nothing was found */
  async function take(
    answer: SelectedPixels,
    current: SelectionOrder,
    more: Pick<ProposedSelection, 'readings' | 'reading' | 'remark'> = {},
  ): Promise<boolean> {
    const bytes = new Uint8Array(await answer.tiles.arrayBuffer());
    if (order !== current) return true;
    preview.forget();
    objectPreview.forget();
    if (answer.pixels === 0) {
      forget();
      store.setState({ note: NOTHING_FOUND[current.tool] });
      return false;
    }
    const { outlines, bounds } = answer;
    found = { tiles: decodeMaskTiles(bytes), outlines, bounds };
    const { tool, subtract } = current;
    const proposal = { tool, subtract, pixels: answer.pixels, ...more };
    store.setState({ proposal, note: undefined });
    show();
    return true;
  }

  async function find(current: SelectionOrder, signal: AbortSignal): Promise<void> {
    const photoId = context.work()?.photoId;
    if (photoId === undefined) return;
    const { withShadow, lineWidth, tolerance, isContiguous, afterLoop } = await options();
    const { selection } = backend;
    switch (current.tool) {
      case 'object': {
        const { gesture, strokes, reading } = current;
        const photo = readyPhoto(stores.studio.getState());
        const within = photo && visibleRect(core.getSnapshot(), photo);
        const request = { photoId, gesture, strokes, withShadow, reading, within };
        if (strokes.length === 0 && afterLoop !== 'propose') accepted = 'offering';
        for (const pass of ['coarse', 'fine'] as const) {
          const answer = await selection.object({ ...request, pass }, { signal });
          const { readings, reading: taken } = answer;
          const more = {
            readings,
            reading: taken,
            remark: remarkOn(answer, gesture.kind === 'loop'),
          };
          if (!(await take(answer, current, more))) return;
        }
        return;
      }
      case 'line': {
        const { points } = current;
        if (points.length < 2) return;
        const request = { photoId, points: [...points], width: lineWidth };
        await take(await selection.line(request, { signal }), current);
        return;
      }
      case 'wand': {
        const { point } = current;
        await take(
          await selection.wand({ photoId, point, tolerance, isContiguous }, { signal }),
          current,
        );
      }
    }
  }

  /** Asks for the present order; a failure leaves the selection as it was before. */
  async function ask(current: SelectionOrder, before: SelectionOrder | undefined): Promise<void> {
    asking?.abort();
    const controller = new AbortController();
    asking = controller;
    store.setState({ isBusy: true, note: undefined });
    show();
    try {
      await find(current, controller.signal);
    } catch (thrown) {
      if (controller.signal.aborted || order !== current) return;
      accepted = undefined;
      order = found === undefined ? undefined : before;
      show();
      fail(thrown);
    } finally {
      if (asking === controller) {
        asking = undefined;
        store.setState({ isBusy: false });
      }
    }
    if (order !== current || accepted === undefined || asking !== undefined) return;
    put(accepted === 'offering');
    if (current.tool === 'object' && (await options()).afterLoop === 'run') await run();
  }

  function begin(next: SelectionOrder, before: SelectionOrder | undefined): void {
    taken.forget();
    order = next;
    finished = ask(next, before);
  }

  /** Into the mask now, as far as it is known. */
  function put(isOffering: boolean): void {
    if (order === undefined) return;
    const { tool, subtract } = order;
    const known = found;
    forget();
    if (known === undefined) return;
    core.editMask(known.tiles, subtract ? 'subtract' : 'unite', tool);
    if (isOffering && !subtract) taken.offer(known.bounds);
  }

  function forget(): void {
    asking?.abort();
    asking = undefined;
    order = undefined;
    found = undefined;
    accepted = undefined;
    store.setState({ isBusy: false, proposal: undefined });
    preview.forget();
    show();
  }

  function mark(made: SelectionMark): void {
    const { tool } = made;
    if (tool === 'spots') {
      spots.pick(made);
      return;
    }
    const [at] = made.points;
    if (tool === 'object' && made.points.length === 1 && at && peopleList.tool.toggleAt(at)) return;
    peopleList.tool.forget();
    const { order: next, goesOn } = orderAfter(order, { ...made, tool });
    const before = order;
    if (!goesOn) put(false);
    begin(next, goesOn ? before : undefined);
  }

  function resize(direction: 1 | -1): void {
    const { readings = 1, reading = 0 } = store.getState().proposal ?? {};
    if (order?.tool !== 'object' || readings < 2) return;
    begin({ ...order, reading: (reading + direction + readings) % readings }, order);
  }

  /** Takes the object of the list that is looked at, as a click on it would. */
  function takeListed(): boolean {
    const object = order === undefined ? objectList.tool.take() : undefined;
    if (object === undefined) return false;
    const gesture = { kind: 'scribble', points: [object.point], width: 1 } as const;
    const { reading } = object;
    begin({ tool: 'object', gesture, strokes: [], reading, subtract: false }, undefined);
    return true;
  }

  function accept(how: 'offering' | 'quietly' = 'offering'): void {
    if (order === undefined) return;
    if (asking === undefined) put(how === 'offering');
    else accepted = how;
  }

  function drop(): boolean {
    if (order === undefined) return taken.forget();
    forget();
    return true;
  }

  function stepBack(): boolean {
    if (order === undefined) return false;
    const earlier = orderBefore(order);
    if (earlier === undefined) return drop();
    const before = order;
    if (earlier.tool === 'line' && earlier.points.length < 2) {
      found = undefined;
      store.setState({ proposal: undefined });
    }
    accepted = undefined;
    begin(earlier, before);
    return true;
  }

  function key(name: string, isHeld: boolean): boolean {
    // a key that is held takes in, and never runs
    if (name === 'Enter' && isHeld)
      return order !== undefined || store.getState().taken !== undefined;
    if (name === 'Enter' && (found !== undefined || asking !== undefined)) {
      accept();
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
    return order?.tool === 'line' ? stepBack() : spots.dismiss();
  }

  const { actions: spotActions, tool: spots } = createSpotActions(context, layer);
  const text = createTextActions(context, plan, layer);
  const preview = createLinePreview(
    context,
    layer,
    () => (order?.tool === 'line' ? order.points.slice(-1) : []),
    () => store.getState().isBusy,
    async () => (await options()).lineWidth,
  );
  const objectPreview = createObjectPreview(context, layer, () => store.getState().isBusy);
  const objectList = createObjectList(context, layer);
  const taken = createTakenSelection(context);
  const peopleList = createPeopleList(context, layer, {
    begun() {
      accept('quietly');
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
    // a search for people takes the tool in hand by itself
    if (next !== inHand && !store.getState().isBusy) store.setState({ note: undefined });
    inHand = next;
    // a gesture of the next tool may have come first
    if (order?.tool !== next) accept('quietly');
    spots.setInHand(next === 'spots');
    if (next === 'object') return;
    objectList.tool.forget();
    peopleList.tool.forget();
  });
  const stopPhoto = stores.studio.subscribe((state, before) => {
    if (state.photo?.id === before.photo?.id) return;
    forget();
    objectPreview.forget();
    objectList.tool.forget();
    peopleList.tool.forget();
    spots.forget();
    layer.showText(undefined);
    store.setState(INITIAL_SELECTING);
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
    resize,
    mark,
    accept() {
      if (order !== undefined || !peopleList.tool.accept()) accept();
    },
    async settle() {
      accept('quietly');
      await finished;
    },
    drop: () => drop() || peopleList.tool.forget(),
    stepBack,
    again() {
      if (order !== undefined) begin({ ...order }, order);
    },
    destroy() {
      stopTool();
      stopPhoto();
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
