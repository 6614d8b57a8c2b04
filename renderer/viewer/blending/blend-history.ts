import type { Blend, BlendStroke } from '../../../shared/contract/blend.ts';

export interface BlendHistory {
  readonly now: Blend;
  /** The latest last. */
  readonly past: readonly Blend[];
  /** The next last. */
  readonly future: readonly Blend[];
  /** Changes of one series are one step, such as a dragged slider. */
  readonly series: string | undefined;
}

const MOST_STEPS = 200;

export function beginHistory(blend: Blend): BlendHistory {
  return { now: blend, past: [], future: [], series: undefined };
}

/** @param series the same for changes that are one step */
export function changeBlend(history: BlendHistory, now: Blend, series?: string): BlendHistory {
  const isSame = series !== undefined && series === history.series;
  const past = isSame ? history.past : [...history.past, history.now].slice(-MOST_STEPS);
  return { now, past, future: [], series };
}

export function addStroke(history: BlendHistory, stroke: BlendStroke): BlendHistory {
  return changeBlend(history, { ...history.now, strokes: [...history.now.strokes, stroke] });
}

export function undoBlend(history: BlendHistory): BlendHistory {
  const { now, past, future } = history;
  const before = past.at(-1);
  if (before !== undefined) {
    return { now: before, past: past.slice(0, -1), future: [...future, now], series: undefined };
  }
  if (now.strokes.length === 0) return history;
  const without = { ...now, strokes: now.strokes.slice(0, -1) };
  return { now: without, past, future: [...future, now], series: undefined };
}

export function redoBlend(history: BlendHistory): BlendHistory {
  const { now, past, future } = history;
  const next = future.at(-1);
  if (next === undefined) return history;
  return { now: next, past: [...past, now], future: future.slice(0, -1), series: undefined };
}

export function canUndo({ past, now }: BlendHistory): boolean {
  return past.length > 0 || now.strokes.length > 0;
}

export function isInitial(blend: Blend, initial: Blend): boolean {
  return (
    blend.strength === initial.strength &&
    blend.softEdge === initial.softEdge &&
    blend.strokes.length === 0
  );
}
