/** The proposed selection: its order and answer. A newer order replaces it. */
import type { SelectedObject, SelectedPixels } from '../../../../../shared/contract/selection.ts';
import type { Settings } from '../../../../../shared/contract/settings.ts';
import { type PackedMaskTile, decodeMaskTiles } from '../../../../../shared/mask/mask-tiles.ts';
import type { ProposalLayer } from '../../proposal/proposal-layer.ts';
import type { SessionContext } from '../session-context.ts';
import type { SelectionOrder } from './order.ts';
import { readyPhoto, type ProposedSelection } from '../../model/studio-store.ts';
import { visibleRect } from './visible-rect.ts';

interface FoundSelection {
  readonly answer: SelectedPixels;
  /** A finer one follows. */
  readonly isCoarse: boolean;
  readonly more?: Pick<ProposedSelection, 'readings' | 'reading' | 'remark'>;
}

interface Found {
  readonly tiles: readonly PackedMaskTile[];
  readonly things: readonly SelectedPixels['outlines'][];
  readonly isCoarse: boolean;
  readonly bounds: SelectedPixels['bounds'];
}

const NOTHING_FOUND: Readonly<Record<SelectionOrder['tool'], string>> = {
  object: 'No object found here. Draw closer around it, or paint it with the brush.',
  line: 'No line found here. Click on both of its ends.',
  wand: 'Nothing selected here.',
};

export function createProposed(deps: {
  readonly context: SessionContext;
  readonly layer: ProposalLayer;
  readonly options: () => Promise<Settings['selecting']>;
  readonly run: () => Promise<void>;
  readonly begun: () => void;
  readonly answered: () => void;
  readonly forgotten: () => void;
  /** Called once it is in the mask. @param bounds photo space */
  readonly taken: (bounds: SelectedPixels['bounds']) => void;
}) {
  const { context, layer } = deps;
  const { core, fail, store } = context;
  let order: SelectionOrder | undefined;
  let found: Found | undefined;
  let asking: AbortController | undefined;
  let finished: Promise<boolean> = Promise.resolve(true);
  /** Set while an accept waits for the exact edge. `for-run`: a run was ordered and follows. */
  let accepted: 'offering' | 'quietly' | 'for-run' | undefined;

  function setAccepted(how: typeof accepted): void {
    accepted = how;
    const isBeingAdded = how !== undefined && order?.subtract === false;
    store.setSlice('selecting', { isBeingAdded });
  }

  function show(): void {
    const corners = order?.tool === 'line' ? order.points : [];
    const edge = found?.isCoarse === true ? 'coarse' : 'fine';
    layer.show('selection', order && { things: found?.things ?? [], edge, corners });
  }

  /** @returns false if nothing was found or it was dropped */
  async function take(
    { answer, isCoarse, more = {} }: FoundSelection,
    current: SelectionOrder,
  ): Promise<boolean> {
    const bytes = new Uint8Array(await answer.tiles.arrayBuffer());
    if (order !== current) return order !== undefined;
    deps.answered();
    if (answer.pixels === 0) {
      forget();
      store.setSlice('selecting', { note: NOTHING_FOUND[current.tool] });
      return false;
    }
    const { outlines, bounds } = answer;
    found = { tiles: decodeMaskTiles(bytes), things: [outlines], isCoarse, bounds };
    const { tool, subtract } = current;
    const proposal = { tool, subtract, pixels: answer.pixels, ...more };
    store.setSlice('selecting', { proposal, note: undefined });
    show();
    return true;
  }

  async function find(current: SelectionOrder, signal: AbortSignal): Promise<boolean> {
    const photoId = context.work()?.photoId;
    if (photoId === undefined) return false;
    const options = await deps.options();
    const isLoopAlone = current.tool === 'object' && current.strokes.length === 0;
    if (isLoopAlone && options.afterLoop !== 'propose') setAccepted(accepted ?? 'offering');
    for await (const answer of findSelection(context, photoId, current, options, signal)) {
      if (!(await take(answer, current))) return false;
    }
    return true;
  }

  /** A failure restores the previous selection. */
  async function ask(
    current: SelectionOrder,
    before: SelectionOrder | undefined,
  ): Promise<boolean> {
    let isFound = false;
    asking?.abort();
    const controller = new AbortController();
    asking = controller;
    store.setSlice('selecting', { isBusy: true, note: undefined });
    show();
    try {
      isFound = await find(current, controller.signal);
    } catch (thrown) {
      if (controller.signal.aborted || order !== current) return order !== undefined;
      setAccepted(undefined);
      order = found === undefined ? undefined : before;
      show();
      fail(thrown);
    } finally {
      if (asking === controller) {
        asking = undefined;
        store.setSlice('selecting', { isBusy: false });
      }
    }
    if (accepted === undefined) return isFound;
    const { afterLoop } = await deps.options();
    if (order !== current || accepted === undefined || asking !== undefined)
      return isFound && order !== undefined;
    const isRun = current.tool === 'object' && afterLoop === 'run' && accepted !== 'for-run';
    put(accepted === 'offering');
    if (isRun) await deps.run();
    return isFound;
  }

  /** @param before restored if this order fails */
  function begin(next: SelectionOrder, before: SelectionOrder | undefined): void {
    deps.begun();
    order = next;
    finished = ask(next, before);
  }

  /** Applies it as far as it is known. */
  function put(isOffering: boolean): void {
    if (order === undefined) return;
    const { tool, subtract } = order;
    const known = found;
    forget();
    if (known === undefined) return;
    core.mask.edit(known.tiles, subtract ? 'subtract' : 'unite', tool);
    if (isOffering && !subtract) deps.taken(known.bounds);
  }

  function forget(): void {
    asking?.abort();
    asking = undefined;
    order = undefined;
    found = undefined;
    setAccepted(undefined);
    store.setSlice('selecting', { isBusy: false, proposal: undefined });
    deps.forgotten();
    show();
  }

  return {
    get order(): SelectionOrder | undefined {
      return order;
    },
    get isFound(): boolean {
      return found !== undefined;
    },
    get isAsking(): boolean {
      return asking !== undefined;
    },
    /** False if the last order found nothing, has failed or was dropped. */
    get finished(): Promise<boolean> {
      return finished;
    },
    begin,
    /**
     * Applies it now, or once its edge is exact; `offering` offers a run. `undefined` cancels a
     * pending accept.
     */
    accept(how: typeof accepted): void {
      if (order !== undefined && how !== undefined && asking === undefined) put(how === 'offering');
      else if (order !== undefined) setAccepted(how);
    },
    put,
    /** Keeps the order. */
    forgetAnswer(): void {
      found = undefined;
      store.setSlice('selecting', { proposal: undefined });
    },
    forget,
  };
}

/** Yields ever better answers; none for an incomplete order. */
async function* findSelection(
  context: SessionContext,
  photoId: string,
  current: SelectionOrder,
  options: Settings['selecting'],
  signal: AbortSignal,
): AsyncGenerator<FoundSelection, void, void> {
  const { withShadow, lineWidth, tolerance, isContiguous } = options;
  const { selection } = context.backend;
  switch (current.tool) {
    case 'object': {
      const { gesture, strokes, reading } = current;
      const photo = readyPhoto(context.store.getState());
      const within = photo && visibleRect(context.core.getSnapshot(), photo);
      const request = { photoId, gesture, strokes, withShadow, reading, within };
      for (const pass of ['coarse', 'fine'] as const) {
        const answer = await selection.object({ ...request, pass }, { signal });
        const remark = remarkOn(answer, gesture.kind === 'loop');
        const more = { readings: answer.readings, reading: answer.reading, remark };
        yield { answer, isCoarse: pass === 'coarse', more };
      }
      return;
    }
    case 'line': {
      const { points } = current;
      if (points.length < 2) return;
      const request = { photoId, points: [...points], width: lineWidth };
      yield { answer: await selection.line(request, { signal }), isCoarse: false };
      return;
    }
    case 'wand': {
      const { point } = current;
      const request = { photoId, point, tolerance, isContiguous };
      yield { answer: await selection.wand(request, { signal }), isCoarse: false };
    }
  }
}

/** Returns a warning about an inaccurate outline. */
function remarkOn({ by, isUnsure }: SelectedObject, isLoop: boolean): string | undefined {
  if (by === 'drawn') return 'No outline found, so this is the loop as you drew it.';
  if (by === 'colours')
    return 'Found by colours alone. Draw closer around it if the outline is off.';
  if (!isUnsure) return undefined;
  return `Not sure about this outline.${isLoop ? '' : ' A loop around it may do better.'}`;
}
