/** Shows a change at once and saves it a moment later; leaving the result saves first. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OutputReference } from '../../../shared/contract/jobs.ts';
import type { Mix, MixedOutput, MixStroke } from '../../../shared/contract/mix.ts';
import type { AppError } from '../../../shared/errors/app-error.ts';
import { normaliseSize, stepSize } from '../../core/ui/brush-size.ts';
import {
  addStroke,
  beginHistory,
  changeMix,
  redoMix,
  undoMix,
  type MixHistory,
} from './mix-history.ts';
import {
  createMixWeight,
  type MixWeight,
  type MixLook,
  type SoftEdge,
} from '../weights/mix-weight.ts';
import { weightFrame, type MixFrame } from '../../../shared/mix/mix-frame.ts';
import { edgeShares } from '../../../shared/mix/mix-weights.ts';

/** `paint` shows the picture below again, `erase` the result. */
export type MixTool = 'hand' | 'paint' | 'erase';

export interface OpenMix {
  readonly output: OutputReference;
  readonly described: MixedOutput;
  readonly weight: MixWeight;
}

export interface MixState {
  readonly open: OpenMix | undefined;
  readonly isOpening: boolean;
  readonly history: MixHistory | undefined;
  readonly tool: MixTool;
  /** Pixels of the base across. */
  readonly brushSize: number;
  readonly hardness: number;
  readonly error: AppError | undefined;
}

export interface MixBackend {
  read(output: OutputReference): Promise<MixedOutput>;
  save(output: OutputReference, mix: Mix): Promise<void>;
  readError(thrown: unknown): AppError;
}

export interface MixSession {
  readonly state: Pick<StoreApi<MixState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** `undefined` closes it. Never rejects: errors are in the state. */
  open(output: OutputReference | undefined): Promise<void>;
  setStrength(strength: number): void;
  setSoftEdge(softEdge: number): void;
  reset(): void;
  /** Draws an unfinished stroke. @param fromPoint index of its first new point */
  extend(stroke: MixStroke, fromPoint: number): void;
  endStroke(stroke: MixStroke): void;
  cancelStroke(): void;
  undo(): void;
  redo(): void;
  setTool(tool: MixTool): void;
  setBrush(brush: Partial<Pick<MixState, 'brushSize' | 'hardness'>>): void;
  stepBrush(direction: 1 | -1): void;
  peek(isPeeking: boolean): void;
  flush(): Promise<void>;
  onDraw(draw: (() => void) | undefined): void;
  dismissError(): void;
}

/** Ms from the last change until it is saved. */
const REST = 400;

/** First brush size as a share of the shorter side of the result. */
const FIRST_BRUSH = 0.08;

export function createMixSession(backend: MixBackend): MixSession {
  const state = createStore<MixState>(() => ({
    open: undefined,
    isOpening: false,
    history: undefined,
    tool: 'hand',
    brushSize: 60,
    hardness: 0.6,
    error: undefined,
  }));
  let draw: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsaved: { readonly output: OutputReference; readonly mix: Mix } | undefined;
  /** Only the latest request's answer is shown. */
  let latestRequest = 0;

  function fail(thrown: unknown): void {
    state.setState({ isOpening: false, error: backend.readError(thrown) });
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    const due = unsaved;
    if (due === undefined) return;
    unsaved = undefined;
    try {
      await backend.save(due.output, due.mix);
    } catch (thrown) {
      unsaved ??= due; // the next change, or leaving, tries again
      fail(thrown);
    }
  }

  function take(next: MixHistory): void {
    const { open, history } = state.getState();
    if (open === undefined || next === history) return;
    state.setState({ history: next });
    open.weight.show(lookOfMix(next.now));
    draw?.();
    unsaved = { output: open.output, mix: next.now };
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), REST);
  }

  function change(changes: Partial<Mix>, series?: string): void {
    const { history } = state.getState();
    if (history !== undefined) take(changeMix(history, { ...history.now, ...changes }, series));
  }

  return {
    state,
    async open(output) {
      const { open } = state.getState();
      const isSame = open?.output.jobId === output?.jobId && open?.output.output === output?.output;
      if (isSame && open !== undefined) return;
      latestRequest += 1;
      const own = latestRequest;
      await flush();
      if (own !== latestRequest) return;
      if (output === undefined) {
        state.setState({ open: undefined, history: undefined, isOpening: false });
        return;
      }
      state.setState({ isOpening: true, error: undefined });
      try {
        const described = await backend.read(output);
        if (own !== latestRequest) return;
        const { mix, rect } = described;
        const brushSize = normaliseSize(Math.min(rect.width, rect.height) * FIRST_BRUSH);
        const { frame, softEdge } = sideEdgeOf(described);
        const weight = createMixWeight(frame, softEdge, lookOfMix(mix));
        state.setState({
          open: { output, described, weight },
          history: beginHistory(mix),
          isOpening: false,
          brushSize,
        });
      } catch (thrown) {
        if (own === latestRequest) fail(thrown);
      }
    },
    setStrength: (strength) => change({ strength }, 'strength'),
    setSoftEdge: (softEdge) => change({ softEdge }, 'softEdge'),
    reset() {
      const { open } = state.getState();
      if (open !== undefined) change(open.described.initial);
    },
    extend(stroke, fromPoint) {
      state.getState().open?.weight.extend(stroke, fromPoint);
      draw?.();
    },
    endStroke(stroke) {
      const { history } = state.getState();
      if (history !== undefined) take(addStroke(history, stroke));
    },
    cancelStroke() {
      state.getState().open?.weight.forget();
      draw?.();
    },
    undo() {
      const { history } = state.getState();
      if (history !== undefined) take(undoMix(history));
    },
    redo() {
      const { history } = state.getState();
      if (history !== undefined) take(redoMix(history));
    },
    setTool: (tool) => state.setState({ tool }),
    setBrush: (brush) => state.setState(brush),
    stepBrush: (direction) =>
      state.setState(({ brushSize }) => ({ brushSize: stepSize(brushSize, direction) })),
    peek(isPeeking) {
      state.getState().open?.weight.peek(isPeeking);
      draw?.();
    },
    flush,
    onDraw(next) {
      draw = next;
    },
    dismissError: () => state.setState({ error: undefined }),
  };
}

/** The width is a share of the shorter side. */
function sideEdgeOf({ rect, softSides }: Pick<MixedOutput, 'rect' | 'softSides'>): {
  readonly frame: MixFrame;
  readonly softEdge: SoftEdge;
} {
  const frame = weightFrame(rect);
  return {
    frame,
    softEdge(width) {
      const { across, down } = edgeShares(frame, width, softSides);
      return (y, shares) => {
        const ofRow = down[y] ?? 0;
        for (const [x, share] of across.entries()) shares[x] = ofRow * share;
      };
    },
  };
}

function lookOfMix({ strength, softEdge, strokes }: Mix): MixLook {
  return { opacity: strength, edge: softEdge, strokes };
}
