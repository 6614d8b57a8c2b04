import { useCallback } from 'react';
import type { ClipClock } from '../../../viewer/clips/clock.ts';
import type { Clip } from '../../../viewer/clips/clips.ts';
import { matchedFrame, type MatchMode } from '../../../viewer/clips/match.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { COMPARE } from '../commands/video-commands.ts';
import { attemptAction } from '../player/clip-actions.ts';
import {
  dropClip,
  focusNext,
  leftClips,
  moveFocused,
  nextGain,
  seenClips,
  shiftFocused,
  undoDrop,
  type CompareMode,
  type CompareState,
} from './compare-state.ts';
import { savePair } from './save-pair.ts';
import type { OpenedClip } from './compared-clips.ts';

export type ChangeCompare = (next: (state: CompareState) => CompareState) => void;

interface Parts {
  readonly opened: readonly OpenedClip[];
  readonly taken: readonly Clip[];
  readonly clock: ClipClock;
  readonly lead: readonly number[];
  readonly match: MatchMode;
  readonly state: CompareState;
  readonly setState: ChangeCompare;
  readonly onPick: (job: OpenedClip['job']) => void;
}

export function useCompareCommands(deps: Parts): {
  readonly change: ChangeCompare;
  readonly save: () => void;
} {
  const { opened, taken, clock, lead, match, state, setState } = deps;
  const change = useCallback<ChangeCompare>((next) => setState(next), [setState]);

  const save = (): void =>
    attemptAction(async () => {
      const pictures = seenClips(state).flatMap((index) => {
        const [clip, open] = [taken[index], opened[index]];
        if (clip === undefined || open === undefined) return [];
        const times = clip.snapshot.times;
        const offset = state.offsets[index] ?? 0;
        const frame = matchedFrame({ times, offset }, lead, clock.snapshot, match);
        return [{ clip, open, frame }];
      });
      await savePair(pictures, clock.snapshot.frame);
    });

  useCommands(
    bindCommands(COMPARE, {
      ...modeCommands(state, change),
      ...focusCommands(state, change),
      save,
    }),
  );
  return { change, save };
}

function modeCommands(state: CompareState, change: ChangeCompare) {
  const needsTwo = () => (leftClips(state).length < 2 ? 'One clip is left' : undefined);
  const toggle = (mode: CompareMode) =>
    change((now) => ({
      ...now,
      isAlone: false,
      mode: now.mode === mode ? 'side-by-side' : mode,
    }));
  return {
    survey: () => change((now) => ({ ...now, mode: 'side-by-side', isAlone: false })),
    split: {
      obstacle: needsTwo,
      run: () => toggle('split'),
    },
    difference: () => toggle('difference'),
    gain: () =>
      change((now) => ({ ...now, mode: 'difference', isAlone: false, gain: nextGain(now) })),
    turn: {
      obstacle: needsTwo,
      run: () =>
        change((now) => ({
          ...now,
          mode: 'flicker',
          isAlone: false,
          isFlickering: false,
          turn: now.turn + 1,
        })),
    },
    flicker: {
      obstacle: needsTwo,
      run: () =>
        change((now) => ({
          ...now,
          mode: 'flicker',
          isAlone: false,
          isFlickering: now.mode !== 'flicker' || !now.isFlickering,
        })),
    },
  };
}

function focusCommands(state: CompareState, change: ChangeCompare) {
  const shift = (frames: number) => () => change((now) => shiftFocused(now, frames));
  return {
    previous: () => change((now) => focusNext(now, -1)),
    next: () => change((now) => focusNext(now, 1)),
    moveLeft: {
      obstacle: () => (moveFocused(state, -1) === state ? 'No clip stands left of it' : undefined),
      run: () => change((now) => moveFocused(now, -1)),
    },
    moveRight: {
      obstacle: () => (moveFocused(state, 1) === state ? 'No clip stands right of it' : undefined),
      run: () => change((now) => moveFocused(now, 1)),
    },
    alone: () => change((now) => ({ ...now, isAlone: !now.isAlone })),
    shiftOn: shift(1),
    shiftBack: shift(-1),
    shiftFarOn: shift(10),
    shiftFarBack: shift(-10),
    unshift: shift(0),
    drop: {
      obstacle: () => (leftClips(state).length < 2 ? 'One clip is left' : undefined),
      run: () => change((now) => dropClip(now, now.focused)),
    },
    undo: {
      obstacle: () => (state.dropped.length === 0 ? 'No clip was dropped' : undefined),
      run: () => change(undoDrop),
    },
  };
}
