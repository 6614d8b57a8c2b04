/**
 * Blends one result: opacity, feather, and strokes that hide or restore parts. Changes show at
 * once, are undoable, and are saved a moment later.
 */
import type { PatchBlend } from '../../../../../shared/contract/patch-blend.ts';
import {
  MOST_FEATHER,
  UNBLENDED,
  sharesByDepth,
} from '../../../../../shared/blend/patch-weights.ts';
import { clamp } from '../../../../../shared/numbers.ts';
import { weightFrame } from '../../../../../shared/blend/blend-frame.ts';
import {
  createBlendWeight,
  type BlendLook,
  type BlendWeight,
  type SoftEdge,
} from '../../../../viewer/weights/blend-weight.ts';
import type { CanvasCore, EditCommand, ToolName, ResultBrush } from '../../canvas/index.ts';
import { shownEdit } from '../../model/results-state.ts';
import type { OpenWork, SessionContext } from '../session-context.ts';
import type { BlendStroke } from '../../../../../shared/contract/blend.ts';
import { recordStroke, type StrokeRecorder } from '../../../../viewer/weights/stroke-recorder.ts';

/** Changes the open result. */
export interface OpenBlend {
  /** Groups changes into one step until {@link endChange}. */
  change(changes: Partial<Pick<PatchBlend, 'opacity' | 'feather'>>): void;
  endChange(): void;
  reset(): void;
  takeBrush(): void;
}

/** Milliseconds from the last slider movement until saving. */
const REST = 400;

interface Open {
  readonly work: OpenWork;
  readonly patchId: string;
  readonly weight: BlendWeight;
  /** Last saved. */
  kept: PatchBlend;
  /** Last requested to be saved. */
  asked: PatchBlend;
}

/** A step that can still grow. */
interface Series {
  readonly command: EditCommand;
  readonly key: string;
  after: PatchBlend;
}

/** Every method reports errors in the store and never rejects. */
export function createPatchBlending(context: SessionContext) {
  const { core, backend, media, store, attempt } = context;
  let open: Open | undefined;
  let series: Series | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> = Promise.resolve();
  let opening: { readonly patchId: string; readonly opened: Promise<boolean> } | undefined;
  /** Only the latest request is opened. */
  let latestRequest = 0;
  const { takeBrush, layDownBrush } = createBrushTool(core);
  /** Steps that are not saved. */
  const unkept = new Set<EditCommand>();

  const blendNow = (): PatchBlend | undefined => store.getState().blending.open?.blend;

  function show(blend: PatchBlend): void {
    const { open: shown } = store.getState().blending;
    if (open === undefined || shown === undefined) return;
    store.setSlice('blending', { open: { ...shown, blend } });
    open.weight.show(lookOf(blend));
    core.picture.drawPictureNow();
  }

  /** @param rest ms until saving */
  function keepSoon(rest: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), rest);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    const current = open;
    const blend = blendNow();
    if (current === undefined || blend === undefined || blend === current.asked) return saving;
    current.asked = blend;
    saving = saving.then(() => keep(current, blend));
    return saving;
  }

  /** Reverts a blend that cannot be saved, so that the screen shows what is sent. */
  async function keep(current: Open, blend: PatchBlend): Promise<void> {
    const { photoId } = current.work;
    const before = current.kept;
    const steps = [...unkept];
    let tries = 0;
    await attempt(async () => {
      tries += 1;
      await backend.patchBlend.save({ photoId, patchId: current.patchId, blend });
      current.kept = blend;
      for (const command of steps) unkept.delete(command);
      // a retry by the user shows it again, unless it was undone meanwhile
      if (tries > 1 && open === current && blendNow() === before) show(blend);
      if (context.work() === current.work) await context.refresh();
    });
    if (current.kept === blend) return;
    current.asked = current.kept;
    for (const command of unkept) core.history.remove(command);
    unkept.clear();
    if (open === current && blendNow() === blend) show(before);
  }

  /** Creates a step that has been applied already. */
  function stepOf(
    { work, patchId }: Open,
    before: PatchBlend,
    after: () => PatchBlend,
  ): EditCommand {
    const put = async (blend: PatchBlend): Promise<void> => {
      if (open?.patchId === patchId) {
        show(blend);
        keepSoon(0);
        return;
      }
      await backend.patchBlend.save({ photoId: work.photoId, patchId, blend });
      if (context.work() === work) await context.refresh();
    };
    return { label: 'change result', undo: () => put(before), redo: () => put(after()) };
  }

  /** @param key groups changes into one step; none for a separate step */
  function take(next: PatchBlend, key: string | undefined): void {
    const before = blendNow();
    if (open === undefined || before === undefined) return;
    const isSame = key !== undefined && series?.key === key;
    if (isSame && series !== undefined && core.history.done.at(-1) === series.command) {
      series.after = next;
    } else {
      const step: { after: PatchBlend } = { after: next };
      const command = stepOf(open, before, () => step.after);
      series = key === undefined ? undefined : Object.assign(step, { command, key });
      core.history.push(command);
      unkept.add(command);
    }
    show(next);
    keepSoon(key === undefined ? 0 : REST);
  }

  const brush = createStrokeBrush({
    hardness: () => store.getState().blending.hardness,
    drawFrom(stroke, fromPoint) {
      open?.weight.extend(stroke, fromPoint);
      core.picture.drawPictureNow();
    },
    end(stroke) {
      const blend = blendNow();
      if (blend !== undefined) take({ ...blend, strokes: [...blend.strokes, stroke] }, undefined);
    },
    cancel() {
      open?.weight.forget();
      core.picture.drawPictureNow();
    },
  });

  async function close(): Promise<void> {
    latestRequest += 1;
    opening = undefined;
    if (open === undefined) return;
    const { work } = open;
    const kept = flush();
    core.setResultBrush(undefined);
    layDownBrush();
    open = undefined;
    series = undefined;
    await kept;
    // the result was shown with its blend until here
    if (open === undefined) store.setSlice('blending', { open: undefined });
    if (context.work() === work) await attempt(() => context.refresh());
  }

  async function load(patchId: string): Promise<boolean> {
    await close();
    latestRequest += 1;
    const own = latestRequest;
    const work = context.work();
    const patch = store.getState().patches.find(({ id }) => id === patchId);
    await attempt(async () => {
      if (work === undefined || patch === undefined) return;
      const { photoId } = work;
      const { blend, url, depthUrl } = await backend.patchBlend.read({ photoId, patchId });
      const depths = await media.loadBytes(depthUrl);
      if (own !== latestRequest || context.work() !== work) return;
      const { rect } = patch;
      const frame = weightFrame(rect);
      const weight = createBlendWeight(frame, depthEdge(depths, frame.size.width), lookOf(blend));
      const layer = { id: `blended ${patchId}`, rect, url, weight: weight.weight };
      open = { work, patchId, weight, kept: blend, asked: blend };
      core.setResultBrush(brush);
      store.setSlice('blending', { open: { patchId, blend, layer } });
      await context.showResults();
    });
    if (own === latestRequest) opening = undefined;
    return own === latestRequest && open?.patchId === patchId;
  }

  function openNow(patchId: string): Promise<boolean> {
    if (open?.patchId === patchId) return Promise.resolve(true);
    if (opening?.patchId !== patchId) opening = { patchId, opened: load(patchId) };
    return opening.opened;
  }

  const stopStore = store.subscribe((state) => {
    if (open !== undefined && open.patchId !== shownEdit(state)?.id) void close();
  });

  const openBlend: OpenBlend = {
    change(changes) {
      const blend = blendNow();
      if (blend === undefined) return;
      const { opacity, feather } = { ...blend, ...changes };
      const next = { opacity: clamp(opacity, 0, 1), feather: clamp(feather, 0, MOST_FEATHER) };
      take({ ...blend, ...next }, Object.keys(changes).join());
    },
    endChange() {
      series = undefined;
      void flush();
    },
    reset() {
      if (blendNow() !== undefined) take(UNBLENDED, undefined);
    },
    takeBrush,
  };

  return {
    /** Opens the result whose settings are shown, then acts. */
    use(patchId: string, action?: (open: OpenBlend) => void): void {
      const act = async (): Promise<void> => {
        if (await openNow(patchId)) action?.(openBlend);
      };
      if (shownEdit(store.getState())?.id === patchId) void act();
    },
    /** Restores the previous tool. @returns false if the brush was not active */
    layDownBrush,
    /** Saves pending changes. */
    flush,
    destroy(): void {
      stopStore();
      void flush();
    },
  };
}

/** Remembers the tool that was active before the result brush. */
function createBrushTool(core: CanvasCore) {
  let former: { readonly tool: ToolName; readonly isSubtracting: boolean } | undefined;
  return {
    takeBrush(): void {
      const { tool, isSubtracting } = core.getSnapshot();
      if (tool === 'result-brush') return;
      former = { tool, isSubtracting };
      core.tools.setSubtracting(false);
      core.tools.setTool('result-brush');
    },
    layDownBrush(): boolean {
      if (core.getSnapshot().tool !== 'result-brush') return false;
      core.tools.setSubtracting(former?.isSubtracting ?? false);
      core.tools.setTool(former?.tool ?? 'brush');
      return true;
    },
  };
}

function lookOf({ opacity, feather, strokes }: PatchBlend): BlendLook {
  return { opacity, edge: feather, strokes };
}

/** @param depths as in `shared/blend/patch-weights.ts` @param width of the frame, photo pixels */
function depthEdge(depths: Uint8Array, width: number): SoftEdge {
  return (feather) => {
    const byDepth = sharesByDepth(feather);
    return (y, shares) => {
      const row = y * width;
      for (let x = 0; x < width; x++) shares[x] = byDepth[depths[row + x] ?? 0] ?? 0;
    };
  };
}

/** @param deps.drawFrom called with the index of the first new point */
function createStrokeBrush(deps: {
  readonly hardness: () => number;
  drawFrom(stroke: BlendStroke, fromPoint: number): void;
  /** The stroke is final. */
  end(stroke: BlendStroke): void;
  cancel(): void;
}): ResultBrush {
  let recorder: StrokeRecorder | undefined;
  return {
    begin(at, diameter, isErase) {
      recorder = recordStroke(at, { radius: diameter / 2, hardness: deps.hardness(), isErase });
      deps.drawFrom(recorder.stroke, 0);
    },
    extend(points) {
      if (recorder === undefined) return;
      const from = recorder.add(...points);
      if (from !== undefined) deps.drawFrom(recorder.stroke, from);
    },
    end() {
      const stroke = recorder?.stroke;
      recorder = undefined;
      if (stroke !== undefined) deps.end({ ...stroke, points: [...stroke.points] });
    },
    cancel() {
      recorder = undefined;
      deps.cancel();
    },
  };
}
