/** How states are compared, for a screen that has the choice in its toolbar. */
import { useState } from 'react';
import { FLICKER_RATE } from './flicker.ts';
import type { ComparisonMode } from '../viewer-types.ts';

interface ComparingState {
  readonly mode: ComparisonMode;
  /** The sides of two states are swapped. */
  readonly isSwapped: boolean;
  /** Counts the states that have flickered by. */
  readonly turn: number;
  readonly isFlickering: boolean;
  /** Changes a second, see `FLICKER_RATE`. */
  readonly rate: number;
}

/** The state, and the way to change it. */
export interface Comparing extends ComparingState {
  change(changes: Partial<ComparingState>): void;
  /** The other side, or the next state. */
  flip(): void;
}

export function useComparing(initialMode: ComparisonMode): Comparing {
  const [state, setState] = useState<ComparingState>({
    mode: initialMode,
    isSwapped: false,
    turn: 0,
    isFlickering: true,
    rate: FLICKER_RATE.initial,
  });
  return {
    ...state,
    change: (changes) => setState((now) => ({ ...now, ...changes })),
    flip: () =>
      setState((now) =>
        now.mode === 'flicker'
          ? { ...now, turn: now.turn + 1 }
          : { ...now, isSwapped: !now.isSwapped },
      ),
  };
}
