import type { Mix, MixStroke } from '../../../shared/contract/mix.ts';

export interface MixHistory {
  readonly now: Mix;
  /** The latest last. */
  readonly past: readonly Mix[];
  /** The next last. */
  readonly future: readonly Mix[];
  /** Changes of one series are one step, such as a dragged slider. */
  readonly series: string | undefined;
}

const MOST_STEPS = 200;

export function beginHistory(mix: Mix): MixHistory {
  return { now: mix, past: [], future: [], series: undefined };
}

/** @param series the same for changes that are one step */
export function changeMix(history: MixHistory, now: Mix, series?: string): MixHistory {
  const isSame = series !== undefined && series === history.series;
  const past = isSame ? history.past : [...history.past, history.now].slice(-MOST_STEPS);
  return { now, past, future: [], series };
}

export function addStroke(history: MixHistory, stroke: MixStroke): MixHistory {
  return changeMix(history, { ...history.now, strokes: [...history.now.strokes, stroke] });
}

export function undoMix(history: MixHistory): MixHistory {
  const { now, past, future } = history;
  const before = past.at(-1);
  if (before !== undefined) {
    return { now: before, past: past.slice(0, -1), future: [...future, now], series: undefined };
  }
  if (now.strokes.length === 0) return history;
  const without = { ...now, strokes: now.strokes.slice(0, -1) };
  return { now: without, past, future: [...future, now], series: undefined };
}

export function redoMix(history: MixHistory): MixHistory {
  const { now, past, future } = history;
  const next = future.at(-1);
  if (next === undefined) return history;
  return { now: next, past: [...past, now], future: future.slice(0, -1), series: undefined };
}

export function canUndo({ past, now }: MixHistory): boolean {
  return past.length > 0 || now.strokes.length > 0;
}

export function isInitial(mix: Mix, initial: Mix): boolean {
  return (
    mix.strength === initial.strength &&
    mix.softEdge === initial.softEdge &&
    mix.strokes.length === 0
  );
}
