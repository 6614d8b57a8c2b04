/** Comparison state for a screen with the choice in its toolbar. */
import { useState } from 'react';
import { FLICKER_RATE } from './flicker.ts';
import type { ComparisonMode } from '../viewer-types.ts';

interface ComparingState {
  readonly mode: ComparisonMode;
  readonly isSwapped: boolean;
  /** Number of flicker steps so far. */
  readonly turn: number;
  readonly isFlickering: boolean;
  readonly rate: number;
}

export type Comparing = ReturnType<typeof useComparing>;

export function useComparing(initialMode: ComparisonMode) {
  const [state, setState] = useState<ComparingState>({
    mode: initialMode,
    isSwapped: false,
    turn: 0,
    isFlickering: true,
    rate: FLICKER_RATE.initial,
  });
  const { isFlickering: isOn, rate } = state;
  const change = (changes: Partial<ComparingState>): void =>
    setState((now) => ({ ...now, ...changes }));
  return {
    ...state,
    change,
    flickering: {
      isOn,
      rate,
      onToggle: (isFlickering: boolean) => change({ isFlickering }),
      onRate: (next: number) => change({ rate: next }),
    },
    flip: (): void =>
      setState((now) =>
        now.mode === 'flicker'
          ? { ...now, turn: now.turn + 1 }
          : { ...now, isSwapped: !now.isSwapped },
      ),
  };
}
