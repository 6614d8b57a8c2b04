/**
 * Mixing one result with its photo: opacity, a soft edge, strokes that paint it away or bring it back. A
 * change is seen at once, is a step of the history, and is kept a moment later.
 */
import type { PatchMix } from '../../../../../shared/contract/patch-mix.ts';
import { UNMIXED } from '../../../../../shared/mix/patch-weights.ts';
import { weightFrame } from '../../../../../shared/mix/mix-frame.ts';
import {
  createMixWeight,
  type MixLook,
  type MixWeight,
} from '../../../../pictures/weights/mix-weight.ts';
import type { EditCommand, ToolName } from '../../canvas/index.ts';
import type { OpenWork, SessionContext } from '../session-context.ts';
import { depthEdge } from './depth-edge.ts';
import { createStrokeBrush } from './stroke-brush.ts';

/** Every method reports errors in the store and never rejects. */
export interface PatchMixing {
  /** Shows a result with weights of the window's own. @returns false when that failed, or is not wanted by now */
  open(patchId: string): Promise<boolean>;
  /** A slider was moved: all until {@link endChange} is one step. */
  change(changes: Partial<Pick<PatchMix, 'opacity' | 'feather'>>): void;
  /** The slider was let go. */
  endChange(): void;
  /** As the result came. */
  reset(): void;
  /** The result brush is taken in hand. */
  takeBrush(): void;
  /** See `MixingGate`. */
  layDownBrush(): boolean;
  setHardness(hardness: number): void;
  /** Keeps what is not kept yet. */
  settle(): Promise<void>;
  /** The result is shown as it was kept. */
  close(): Promise<void>;
}

/** Milliseconds from the last movement of a slider until the mix is kept. */
const REST = 400;

/** A result that is open, and all that its changes need. */
interface Open {
  readonly work: OpenWork;
  readonly patchId: string;
  readonly weight: MixWeight;
  /** As it is on the disk. */
  kept: PatchMix;
  /** As it was last asked to be kept. */
  asked: PatchMix;
}

/** A step that can still grow. */
interface Series {
  readonly command: EditCommand;
  readonly key: string;
  after: PatchMix;
}

export function createPatchMixing(context: SessionContext): PatchMixing {
  const { core, backend, media, stores, attempt } = context;
  const { mixing, studio } = stores;
  let open: Open | undefined;
  let series: Series | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let saving: Promise<void> = Promise.resolve();
  /** The result that is being opened. */
  let opening: { readonly patchId: string; readonly opened: Promise<boolean> } | undefined;
  /** Counts the wishes: only the latest one is opened. */
  let wish = 0;
  /** Before the result brush was taken in hand. */
  let former: { readonly tool: ToolName; readonly isSubtracting: boolean } | undefined;
  /** Steps of changes that are not on the disk. */
  const unkept = new Set<EditCommand>();

  const mixNow = (): PatchMix | undefined => mixing.getState().open?.mix;

  function show(mix: PatchMix): void {
    const { open: shown } = mixing.getState();
    if (open === undefined || shown === undefined) return;
    mixing.setState({ open: { ...shown, mix } });
    open.weight.show(lookOf(mix));
    core.drawPatchesNow();
  }

  /** @param rest ms until it is kept */
  function keepSoon(rest: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void settle(), rest);
  }

  function settle(): Promise<void> {
    clearTimeout(timer);
    const current = open;
    const mix = mixNow();
    if (current === undefined || mix === undefined || mix === current.asked) return saving;
    current.asked = mix;
    saving = saving.then(() => keep(current, mix));
    return saving;
  }

  /** A mix that cannot be kept is not shown either: what is seen is what is saved and sent. */
  async function keep(current: Open, mix: PatchMix): Promise<void> {
    const { photoId } = current.work;
    const before = current.kept;
    const steps = [...unkept];
    let tries = 0;
    await attempt(async () => {
      tries += 1;
      await backend.patchMix.save({ photoId, patchId: current.patchId, mix });
      current.kept = mix;
      for (const command of steps) unkept.delete(command);
      // the wish of the user who tries again; else it may have been undone meanwhile
      if (tries > 1 && open === current && mixNow() === before) show(mix);
      if (context.work() === current.work) await context.refresh();
    });
    if (current.kept === mix) return;
    current.asked = current.kept;
    for (const command of unkept) core.history.remove(command);
    unkept.clear();
    if (open === current && mixNow() === mix) show(before);
  }

  /** A step between two mixes, made already. */
  function stepOf({ work, patchId }: Open, before: PatchMix, after: () => PatchMix): EditCommand {
    const put = async (mix: PatchMix): Promise<void> => {
      if (open?.patchId === patchId) {
        show(mix);
        keepSoon(0);
        return;
      }
      await backend.patchMix.save({ photoId: work.photoId, patchId, mix });
      if (context.work() === work) await context.refresh();
    };
    return {
      label: 'change result',
      bytes: 0,
      undo: () => put(before),
      redo: () => put(after()),
    };
  }

  /** @param key of changes that are one step; none for a step of its own */
  function take(next: PatchMix, key: string | undefined): void {
    const before = mixNow();
    if (open === undefined || before === undefined) return;
    const isSame = key !== undefined && series?.key === key;
    if (isSame && series !== undefined && core.history.done.at(-1) === series.command) {
      series.after = next;
    } else {
      const step: { after: PatchMix } = { after: next };
      const command = stepOf(open, before, () => step.after);
      series = key === undefined ? undefined : Object.assign(step, { command, key });
      core.history.push(command);
      unkept.add(command);
    }
    show(next);
    keepSoon(key === undefined ? 0 : REST);
  }

  const brush = createStrokeBrush({
    hardness: () => mixing.getState().hardness,
    drawFrom(stroke, fromPoint) {
      open?.weight.extend(stroke, fromPoint);
      core.drawPatchesNow();
    },
    end(stroke) {
      const mix = mixNow();
      if (mix !== undefined) take({ ...mix, strokes: [...mix.strokes, stroke] }, undefined);
    },
    cancel() {
      open?.weight.forget();
      core.drawPatchesNow();
    },
  });

  function layDownBrush(): boolean {
    if (core.getSnapshot().tool !== 'result-brush') return false;
    core.setSubtracting(former?.isSubtracting ?? false);
    core.setTool(former?.tool ?? 'brush');
    return true;
  }

  async function close(): Promise<void> {
    wish += 1;
    opening = undefined;
    if (open === undefined) return;
    const { work } = open;
    const kept = settle();
    core.setResultBrush(undefined);
    layDownBrush();
    open = undefined;
    series = undefined;
    await kept;
    // until here the result was shown as it was mixed
    if (open === undefined) mixing.setState({ open: undefined });
    if (context.work() === work) await attempt(() => context.refresh());
  }

  async function load(patchId: string): Promise<boolean> {
    await close();
    wish += 1;
    const own = wish;
    const work = context.work();
    const patch = studio.getState().patches.find(({ id }) => id === patchId);
    await attempt(async () => {
      if (work === undefined || patch === undefined) return;
      const { photoId } = work;
      const { mix, url, depthUrl } = await backend.patchMix.read({ photoId, patchId });
      const depths = await media.loadBytes(depthUrl);
      if (own !== wish || context.work() !== work) return;
      const { rect } = patch;
      const frame = weightFrame(rect);
      const weight = createMixWeight(frame, depthEdge(depths, frame.size.width), lookOf(mix));
      const layer = { id: `mixed ${patchId}`, rect, url, weight: weight.weight };
      open = { work, patchId, weight, kept: mix, asked: mix };
      mixing.setState({ open: { patchId, mix, layer } });
      core.setResultBrush(brush);
      await context.showResults();
    });
    if (own === wish) opening = undefined;
    return own === wish && open?.patchId === patchId;
  }

  return {
    open(patchId) {
      if (open?.patchId === patchId) return Promise.resolve(true);
      if (opening?.patchId !== patchId) opening = { patchId, opened: load(patchId) };
      return opening.opened;
    },
    change(changes) {
      const mix = mixNow();
      if (mix !== undefined) take({ ...mix, ...changes }, Object.keys(changes).join());
    },
    endChange() {
      series = undefined;
      void settle();
    },
    reset() {
      if (mixNow() !== undefined) take(UNMIXED, undefined);
    },
    takeBrush() {
      const { tool, isSubtracting } = core.getSnapshot();
      if (tool === 'result-brush') return;
      former = { tool, isSubtracting };
      core.setSubtracting(false);
      core.setTool('result-brush');
    },
    layDownBrush,
    setHardness: (hardness) => mixing.setState({ hardness }),
    settle,
    close,
  };
}

function lookOf({ opacity, feather, strokes }: PatchMix): MixLook {
  return { opacity, edge: feather, strokes };
}
