/**
 * Shows two states of the photo on the stage, at the same zoom and pan: on both sides of a line, in
 * two halves, or in turn. While it is on, the mask is out of sight and every tool moves the photo.
 */
import { AppError } from '../../../../shared/errors/app-error.ts';
import type { Point, Size } from '../../../../shared/geometry/rect.ts';
import type { CanvasComparison } from './core-types.ts';
import { halvesOf, toHalf, type Scene } from './panes.ts';
import type { PatchPictures } from './patch-pictures.ts';

export interface Comparison {
  readonly isOn: boolean;
  /** Resolves when it is shown; the former one stays until then. @throws AppError as `PatchPictures.setStates` */
  set(wanted: CanvasComparison | undefined): Promise<void>;
  /** Moves the line. @param share of the stage's width, 0 … 1 */
  setSplit(share: number): void;
  /** Which of the two is seen when they are shown in turn. */
  showSide(side: 'first' | 'second'): void;
  setPeek(on: boolean): void;
  /** What is to be drawn. */
  scene(): Scene;
  /** The part of the stage in which the view lies. @param stage CSS pixels */
  paneSize(stage: Size, pixelRatio: number): Size;
  /** A point of the stage in that part. */
  toPane(at: Point): Point;
  /** Left edges of the parts, CSS pixels. */
  readonly paneStarts: readonly number[];
  /** At once: the photo is closed. */
  end(): void;
}

const NO_START: readonly number[] = [0];

/**
 * @param stage the whole stage now, CSS pixels
 * @param changed called when the scene is another one; `isLayout` when the parts of the stage are, too
 */
export function createComparison(
  pictures: PatchPictures,
  stage: () => { readonly size: Size; readonly pixelRatio: number },
  changed: (isLayout: boolean) => void,
): Comparison {
  let mode: CanvasComparison['mode'] | undefined;
  let split = 0.5;
  let side: 'first' | 'second' = 'first';
  let isPeeking = false;
  /** Counts the wishes: only the last one is fulfilled. */
  let wish = 0;

  const halves = () => halvesOf(stage().size, stage().pixelRatio);

  function scene(): Scene {
    const [first = [], second = []] = pictures.states;
    switch (mode) {
      case undefined:
        return { kind: 'whole', patches: isPeeking ? [] : pictures.now };
      case 'split':
        return { kind: 'split', first, second, at: split };
      case 'side-by-side':
        return { kind: 'halves', first, second };
      case 'flicker':
        return { kind: 'whole', patches: side === 'first' ? first : second };
    }
  }

  function show(next: CanvasComparison['mode'] | undefined): void {
    const isLayout = mode !== next;
    mode = next;
    changed(isLayout);
  }

  return {
    get isOn() {
      return mode !== undefined;
    },
    async set(wanted) {
      wish += 1;
      const mine = wish;
      if (wanted === undefined) {
        show(undefined);
        await pictures.setStates([]);
        return;
      }
      await pictures.setStates([wanted.first, wanted.second]);
      if (mine !== wish) throw new AppError({ kind: 'cancelled', message: 'Stopped.' });
      show(wanted.mode);
    },
    setSplit(share) {
      split = Math.min(1, Math.max(0, share));
      if (mode === 'split') changed(false);
    },
    showSide(next) {
      side = next;
      if (mode === 'flicker') changed(false);
    },
    setPeek(on) {
      isPeeking = on;
      changed(false);
    },
    scene,
    paneSize: (size, pixelRatio) =>
      mode === 'side-by-side' ? halvesOf(size, pixelRatio).size : size,
    toPane: (at) => (mode === 'side-by-side' ? toHalf(halves(), at) : at),
    get paneStarts() {
      return mode === 'side-by-side' ? [0, halves().second] : NO_START;
    },
    end() {
      wish += 1;
      isPeeking = false;
      if (mode !== undefined) show(undefined);
    },
  };
}
