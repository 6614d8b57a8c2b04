import { AppError, cancelled } from '../../../../shared/errors/app-error.ts';
import type { Point, Size } from '../../../../shared/geometry/rect.ts';
import {
  gridOf,
  placeInFrame,
  toCell,
  type Grid,
  type PaneScene,
  type SceneState,
} from './panes.ts';
import type { PatchPictures } from '../decoding/patch-pictures.ts';
import type { Turn } from '../geometry/turn.ts';
import {
  COMPARED,
  type ComparedState,
  type ComparisonMode,
  type PicturePatch,
  type StateComparison,
} from '../viewer-types.ts';

export type Comparison = ReturnType<typeof createComparison>;

interface Shown {
  readonly mode: ComparisonMode;
  /** One per state: whether it is drawn over the open picture. */
  readonly hasBase: readonly boolean[];
}

const NO_STATE: SceneState = { patches: [], hasBase: true };
const ONE_START: readonly Point[] = [{ x: 0, y: 0 }];

/** @param changed `isLayout` if the panes changed, too */
export function createComparison(
  pictures: PatchPictures,
  base: () => Size | undefined,
  stage: () => { readonly size: Size; readonly pixelRatio: number; readonly turn: Turn },
  changed: (isLayout: boolean) => void,
) {
  let shown: Shown | undefined;
  let split = 0.5;
  let index = 0;
  let isPeeking = false;
  let latestRequest = 0;

  function grid(size = stage().size, pixelRatio = stage().pixelRatio): Grid | undefined {
    if (shown?.mode !== 'side-by-side') return undefined;
    return gridOf(shown.hasBase.length, size, pixelRatio, stage().turn);
  }

  function states({ hasBase }: Shown): readonly SceneState[] {
    return hasBase.map((has, at) => ({ patches: pictures.states[at] ?? [], hasBase: has }));
  }

  function scene(): PaneScene {
    if (shown === undefined) {
      return { kind: 'whole', state: { patches: isPeeking ? [] : pictures.now, hasBase: true } };
    }
    const all = states(shown);
    const [first = NO_STATE, second = NO_STATE] = all;
    switch (shown.mode) {
      case 'split':
        return { kind: 'split', first, second, at: split };
      case 'side-by-side':
        return { kind: 'grid', states: all };
      case 'flicker':
        return { kind: 'whole', state: all[index] ?? first };
    }
  }

  function show(next: Shown | undefined): void {
    const isLayout = shown?.mode !== next?.mode || shown?.hasBase.length !== next?.hasBase.length;
    shown = next;
    changed(isLayout);
  }

  return {
    get isOn(): boolean {
      return shown !== undefined;
    },
    /**
     * Resolves when it is shown; the old one stays until then.
     * @throws AppError `invalid-input`, `not-found` without a picture; as `PatchPictures.setStates`
     */
    async set(wanted: StateComparison | undefined): Promise<void> {
      latestRequest += 1;
      const mine = latestRequest;
      if (wanted === undefined) {
        if (shown !== undefined) show(undefined);
        await pictures.setStates([]);
        return;
      }
      checkCount(wanted);
      const frame = base();
      if (frame === undefined) throw new AppError('not-found', 'Open a picture first.');
      await pictures.setStates(wanted.states.map((state) => patchesOf(state, frame)));
      if (mine !== latestRequest) throw cancelled();
      show({ mode: wanted.mode, hasBase: wanted.states.map((state) => 'patches' in state) });
    },
    /** @param share of the stage's width, 0 … 1 */
    setSplit(share: number): void {
      split = Math.min(1, Math.max(0, share));
      if (shown?.mode === 'split') changed(false);
    },
    /** @param next from 0, of a flickering comparison */
    showState(next: number): void {
      index = next;
      if (shown?.mode === 'flicker') changed(false);
    },
    get isPeeking(): boolean {
      return isPeeking;
    },
    setPeek(on: boolean): void {
      isPeeking = on;
      changed(false);
    },
    scene,
    /** @param size of the stage, CSS pixels */
    paneSize: (size: Size, pixelRatio: number): Size => grid(size, pixelRatio)?.size ?? size,
    /** Converts a point of the stage to its pane. */
    toPane(at: Point): Point {
      const parts = grid();
      return parts === undefined ? at : toCell(parts, at);
    },
    /** Top left corners, CSS pixels. */
    get paneStarts(): readonly Point[] {
      return grid()?.starts ?? ONE_START;
    },
    end(): void {
      latestRequest += 1;
      isPeeking = false;
      if (shown !== undefined) show(undefined);
    },
  };
}

/** Treats another picture as a patch that fills the frame, with nothing below it. */
function patchesOf(state: ComparedState, frame: Size): readonly PicturePatch[] {
  if ('patches' in state) return state.patches;
  const { id, url, size, live } = state.picture;
  return [{ id, url, size, live, rect: state.rect ?? placeInFrame(size, frame) }];
}

function checkCount({ mode, states: { length } }: StateComparison): void {
  const most = mode === 'split' ? COMPARED.mostInSplit : COMPARED.most;
  if (length >= COMPARED.least && length <= most) return;
  throw new AppError(
    'invalid-input',
    mode === 'split'
      ? 'The split line compares two pictures.'
      : `Compare ${COMPARED.least} to ${COMPARED.most} pictures.`,
  );
}
