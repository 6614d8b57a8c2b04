import { useCallback } from 'react';
import type { ClipClock } from '../../../viewer/clips/clock.ts';
import type { Clip } from '../../../viewer/clips/clips.ts';
import { matchedFrame, type MatchMode } from '../../../viewer/clips/match.ts';
import { useCommands, type Command } from '../../../core/commands/commands.ts';
import { attempt } from '../player/clip-actions.ts';
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

const GROUP = 'Compare';

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
    attempt(async () => {
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

  useCommands([
    ...modeCommands(state, change),
    ...focusCommands(state, change),
    {
      id: 'compare.save',
      title: 'Save compared frames as PNG',
      group: GROUP,
      shortcuts: ['Alt+S'],
      run: save,
    },
  ]);
  return { change, save };
}

function modeCommands(state: CompareState, change: ChangeCompare): readonly Command[] {
  const needsTwo = () => (leftClips(state).length < 2 ? 'One clip is left' : undefined);
  const toggle = (mode: CompareMode) =>
    change((now) => ({
      ...now,
      isAlone: false,
      mode: now.mode === mode ? 'side-by-side' : mode,
    }));
  return [
    {
      id: 'compare.survey',
      title: 'All clips side by side',
      group: GROUP,
      shortcuts: ['N'],
      run: () => change((now) => ({ ...now, mode: 'side-by-side', isAlone: false })),
    },
    {
      id: 'compare.split',
      title: 'Split line',
      group: GROUP,
      shortcuts: ['W'],
      obstacle: needsTwo,
      run: () => toggle('split'),
    },
    {
      id: 'compare.difference',
      title: 'Difference',
      group: GROUP,
      shortcuts: ['D'],
      run: () => toggle('difference'),
    },
    {
      id: 'compare.gain',
      title: 'Brighter difference',
      group: GROUP,
      shortcuts: ['Shift+D'],
      run: () =>
        change((now) => ({ ...now, mode: 'difference', isAlone: false, gain: nextGain(now) })),
    },
    {
      id: 'compare.turn',
      title: 'Show the other clip',
      group: GROUP,
      shortcuts: ['`'],
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
    {
      id: 'compare.flicker',
      title: 'Flicker on or off',
      group: GROUP,
      shortcuts: ['~'],
      obstacle: needsTwo,
      run: () =>
        change((now) => ({
          ...now,
          mode: 'flicker',
          isAlone: false,
          isFlickering: now.mode !== 'flicker' || !now.isFlickering,
        })),
    },
  ];
}

function focusCommands(state: CompareState, change: ChangeCompare): readonly Command[] {
  const shift = (frames: number) => () => change((now) => shiftFocused(now, frames));
  return [
    {
      id: 'compare.previous',
      title: 'Focus the previous clip',
      group: GROUP,
      shortcuts: ['Mod+ArrowLeft'],
      run: () => change((now) => focusNext(now, -1)),
    },
    {
      id: 'compare.next',
      title: 'Focus the next clip',
      group: GROUP,
      shortcuts: ['Mod+ArrowRight'],
      run: () => change((now) => focusNext(now, 1)),
    },
    {
      id: 'compare.moveLeft',
      title: 'Move the focused clip to the left',
      group: GROUP,
      shortcuts: ['Shift+Mod+ArrowLeft'],
      obstacle: () => (moveFocused(state, -1) === state ? 'No clip stands left of it' : undefined),
      run: () => change((now) => moveFocused(now, -1)),
    },
    {
      id: 'compare.moveRight',
      title: 'Move the focused clip to the right',
      group: GROUP,
      shortcuts: ['Shift+Mod+ArrowRight'],
      obstacle: () => (moveFocused(state, 1) === state ? 'No clip stands right of it' : undefined),
      run: () => change((now) => moveFocused(now, 1)),
    },
    {
      id: 'compare.alone',
      title: 'Show the focused clip alone',
      group: GROUP,
      shortcuts: ['Z'],
      run: () => change((now) => ({ ...now, isAlone: !now.isAlone })),
    },
    {
      id: 'compare.shiftOn',
      title: 'Shift the focused clip one frame on',
      group: GROUP,
      shortcuts: ['+', '='],
      run: shift(1),
    },
    {
      id: 'compare.shiftBack',
      title: 'Shift the focused clip one frame back',
      group: GROUP,
      shortcuts: ['-'],
      run: shift(-1),
    },
    {
      id: 'compare.shiftFarOn',
      title: 'Shift the focused clip ten frames on',
      group: GROUP,
      shortcuts: ['PageUp'],
      run: shift(10),
    },
    {
      id: 'compare.shiftFarBack',
      title: 'Shift the focused clip ten frames back',
      group: GROUP,
      shortcuts: ['PageDown'],
      run: shift(-10),
    },
    {
      id: 'compare.unshift',
      title: 'Remove the shift',
      group: GROUP,
      shortcuts: ['Alt+0'],
      run: shift(0),
    },
    {
      id: 'compare.drop',
      title: 'Drop the focused clip',
      group: GROUP,
      shortcuts: ['X'],
      obstacle: () => (leftClips(state).length < 2 ? 'One clip is left' : undefined),
      run: () => change((now) => dropClip(now, now.focused)),
    },
    {
      id: 'compare.undo',
      title: 'Bring the dropped clip back',
      group: GROUP,
      shortcuts: ['Mod+Z'],
      obstacle: () => (state.dropped.length === 0 ? 'No clip was dropped' : undefined),
      run: () => change(undoDrop),
    },
  ];
}
