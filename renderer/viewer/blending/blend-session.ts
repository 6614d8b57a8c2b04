/** Shows a change at once and saves it a moment later; leaving the result saves first. */
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { OutputReference } from '../../../shared/contract/jobs.ts';
import type { Blend, BlendedOutput, BlendStroke } from '../../../shared/contract/blend.ts';
import type { AppError } from '../../../shared/errors/app-error.ts';
import { normaliseSize, stepSize } from '../../core/ui/brush-size.ts';
import {
  addStroke,
  beginHistory,
  changeBlend,
  redoBlend,
  undoBlend,
  type BlendHistory,
} from './blend-history.ts';
import {
  createBlendWeight,
  type BlendWeight,
  type BlendLook,
  type SoftEdge,
} from '../weights/blend-weight.ts';
import { weightFrame, type BlendFrame } from '../../../shared/blend/blend-frame.ts';
import { edgeShares } from '../../../shared/blend/blend-weights.ts';

/** `paint` shows the picture below again, `erase` the result. */
export type BlendTool = 'hand' | 'paint' | 'erase';

export interface OpenBlend {
  readonly output: OutputReference;
  readonly described: BlendedOutput;
  readonly weight: BlendWeight;
}

export interface BlendState {
  readonly open: OpenBlend | undefined;
  readonly isOpening: boolean;
  readonly history: BlendHistory | undefined;
  readonly tool: BlendTool;
  /** Pixels of the base across. */
  readonly brushSize: number;
  readonly hardness: number;
  readonly error: AppError | undefined;
}

export interface BlendBackend {
  read(output: OutputReference): Promise<BlendedOutput>;
  save(output: OutputReference, blend: Blend): Promise<void>;
  readError(thrown: unknown): AppError;
}

export type BlendSession = ReturnType<typeof createBlendSession>;

/** Ms from the last change until it is saved. */
const REST = 400;

/** First brush size as a share of the shorter side of the result. */
const FIRST_BRUSH = 0.08;

export function createBlendSession(backend: BlendBackend) {
  const state = createStore<BlendState>(() => ({
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
  const unsaved = new Map<string, { readonly output: OutputReference; readonly blend: Blend }>();
  /** Only the latest request's answer is shown. */
  let latestRequest = 0;

  function fail(thrown: unknown): void {
    state.setState({ isOpening: false, error: backend.readError(thrown) });
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    const due = [...unsaved];
    unsaved.clear();
    await Promise.all(
      due.map(async ([key, { output, blend }]) => {
        try {
          await backend.save(output, blend);
        } catch (thrown) {
          // the next change, or leaving, tries again
          if (!unsaved.has(key)) unsaved.set(key, { output, blend });
          fail(thrown);
        }
      }),
    );
  }

  function take(next: BlendHistory): void {
    const { open, history } = state.getState();
    if (open === undefined || next === history) return;
    state.setState({ history: next });
    open.weight.show(lookOfBlend(next.now));
    draw?.();
    const { output } = open;
    unsaved.set(`${output.jobId} ${output.output}`, { output, blend: next.now });
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), REST);
  }

  function change(changes: Partial<Blend>, series?: string): void {
    const { history } = state.getState();
    if (history !== undefined) take(changeBlend(history, { ...history.now, ...changes }, series));
  }

  return {
    state: state as Pick<StoreApi<BlendState>, 'getState' | 'getInitialState' | 'subscribe'>,
    /** `undefined` closes it. Never rejects: errors are in the state. */
    async open(output: OutputReference | undefined): Promise<void> {
      const { open } = state.getState();
      const isSame = open?.output.jobId === output?.jobId && open?.output.output === output?.output;
      latestRequest += 1;
      const own = latestRequest;
      if (isSame && open !== undefined) {
        state.setState({ isOpening: false }); // another one may have been requested meanwhile
        return;
      }
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
        const { blend, rect } = described;
        const brushSize = normaliseSize(Math.min(rect.width, rect.height) * FIRST_BRUSH);
        const { frame, softEdge } = sideEdgeOf(described);
        const weight = createBlendWeight(frame, softEdge, lookOfBlend(blend));
        state.setState({
          open: { output, described, weight },
          history: beginHistory(blend),
          isOpening: false,
          brushSize,
        });
      } catch (thrown) {
        if (own === latestRequest) fail(thrown);
      }
    },
    setStrength: (strength: number): void => change({ strength }, 'strength'),
    setSoftEdge: (softEdge: number): void => change({ softEdge }, 'softEdge'),
    reset(): void {
      const { open } = state.getState();
      if (open !== undefined) change(open.described.initial);
    },
    /** Draws an unfinished stroke. @param fromPoint index of its first new point */
    extend(stroke: BlendStroke, fromPoint: number): void {
      state.getState().open?.weight.extend(stroke, fromPoint);
      draw?.();
    },
    endStroke(stroke: BlendStroke): void {
      const { history } = state.getState();
      if (history !== undefined) take(addStroke(history, stroke));
    },
    cancelStroke(): void {
      state.getState().open?.weight.forget();
      draw?.();
    },
    undo(): void {
      const { history } = state.getState();
      if (history !== undefined) take(undoBlend(history));
    },
    redo(): void {
      const { history } = state.getState();
      if (history !== undefined) take(redoBlend(history));
    },
    setTool: (tool: BlendTool): void => state.setState({ tool }),
    setBrush: (brush: Partial<Pick<BlendState, 'brushSize' | 'hardness'>>): void =>
      state.setState(brush),
    stepBrush: (direction: 1 | -1): void =>
      state.setState(({ brushSize }) => ({ brushSize: stepSize(brushSize, direction) })),
    peek(isPeeking: boolean): void {
      state.getState().open?.weight.peek(isPeeking);
      draw?.();
    },
    flush,
    onDraw(next: (() => void) | undefined): void {
      draw = next;
    },
    dismissError: (): void => state.setState({ error: undefined }),
  };
}

/** The width is a share of the shorter side. */
function sideEdgeOf({ rect, softSides }: Pick<BlendedOutput, 'rect' | 'softSides'>): {
  readonly frame: BlendFrame;
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

function lookOfBlend({ strength, softEdge, strokes }: Blend): BlendLook {
  return { opacity: strength, edge: softEdge, strokes };
}
