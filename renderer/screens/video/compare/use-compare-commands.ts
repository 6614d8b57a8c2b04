import type { ClipClock } from '../../../viewer/clips/clock.ts';
import type { Clip } from '../../../viewer/clips/clips.ts';
import { type MatchMode, matchedFrame } from '../../../viewer/clips/match.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { COMPARE } from '../commands/video-commands.ts';
import { attemptAction } from '../player/clip-actions.ts';
import {
  type CompareMode,
  type CompareState,
  dropClip,
  focusNext,
  leftClips,
  moveFocused,
  nextGain,
  seenClips,
  shiftFocused,
  undoDrop,
} from './compare-state.ts';
import type { OpenedClip } from './compared-clips.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { saveClipPart } from '../../../core/backend/media.ts';
import { pngOf } from '../../../viewer/clips/frame-files.ts';
import { finishSave } from '../../../features/saving/finish-save.ts';
import { layoutOf, placeInFrame } from '../../../viewer/stage/comparing/panes.ts';
import { frameWords } from '../../../viewer/clips/frame-words.ts';

/** Pixels: between the frames, and of the caption under each. */
const PAIR = { gap: 8, caption: 40, font: 20, ground: '#181818', text: '#e8e8e8' } as const;

interface PairPart {
  readonly clip: Clip;
  readonly open: OpenedClip;
  readonly frame: number;
}

export type ChangeCompare = (next: (state: CompareState) => CompareState) => void;

interface Parts {
  readonly opened: readonly OpenedClip[];
  readonly taken: readonly Clip[];
  readonly clock: ClipClock;
  readonly lead: readonly number[];
  readonly match: MatchMode;
  readonly state: CompareState;
  readonly change: ChangeCompare;
}

export function useCompareCommands(deps: Parts): void {
  const { opened, taken, clock, lead, match, state, change } = deps;

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
}

/** @param lead frame of the leading clip, for the file name @throws AppError */
async function savePair(parts: readonly PairPart[], lead: number): Promise<void> {
  const [first] = parts;
  if (first === undefined) return;
  const sizes = parts.map(({ clip }) => clip.snapshot.head?.size ?? { width: 1, height: 1 });
  // cells have the size of the largest clip, so that none is reduced
  const cell = {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: Math.max(...sizes.map(({ height }) => height)),
  };
  const { columns, rows } = layoutOf(parts.length);
  const size = {
    width: columns * cell.width + (columns - 1) * PAIR.gap,
    height: rows * (cell.height + PAIR.caption),
  };
  const png = await pngOf(size, (context) => {
    context.fillStyle = PAIR.ground;
    context.fillRect(0, 0, size.width, size.height);
    context.font = `${PAIR.font}px system-ui, sans-serif`;
    context.textBaseline = 'middle';
    for (const [index, { clip, open, frame }] of parts.entries()) {
      const picture = clip.picture(frame);
      if (picture === undefined)
        throw new AppError('not-found', 'A clip has not been read yet. Try again.');
      const x = (index % columns) * (cell.width + PAIR.gap);
      const y = Math.floor(index / columns) * (cell.height + PAIR.caption);
      const place = placeInFrame(sizes[index] ?? cell, cell);
      context.drawImage(picture, x + place.x, y + place.y, place.width, place.height);
      const words = frameWords(frame, clip.snapshot.times.length - 1);
      context.fillStyle = PAIR.text;
      context.fillText(
        `${open.title}, ${words}`,
        x + PAIR.gap,
        y + cell.height + PAIR.caption / 2,
        cell.width - 2 * PAIR.gap,
      );
    }
  });
  const { job, file } = first.open;
  const reference = { jobId: job.id, output: file.id };
  finishSave(await saveClipPart(reference, 'pair', { first: lead, last: lead }, png));
}

function modeCommands(state: CompareState, change: ChangeCompare) {
  const needsTwo = () => (leftClips(state).length < 2 ? 'One clip is left' : undefined);
  const show = (changes: (now: CompareState) => Partial<CompareState>) => () =>
    change((now) => ({ ...now, isAlone: false, ...changes(now) }));
  const toggle = (mode: CompareMode) =>
    show((now) => ({ mode: now.mode === mode ? 'side-by-side' : mode }));
  return {
    survey: show(() => ({ mode: 'side-by-side' })),
    split: { obstacle: needsTwo, run: toggle('split') },
    difference: toggle('difference'),
    gain: show((now) => ({ mode: 'difference', gain: nextGain(now) })),
    turn: {
      obstacle: needsTwo,
      run: show(({ turn }) => ({ mode: 'flicker', isFlickering: false, turn: turn + 1 })),
    },
    flicker: {
      obstacle: needsTwo,
      run: show(({ mode, isFlickering }) => ({
        mode: 'flicker',
        isFlickering: mode !== 'flicker' || !isFlickering,
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
      obstacle: () =>
        moveFocused(state, -1) === state ? 'There is no clip to its left' : undefined,
      run: () => change((now) => moveFocused(now, -1)),
    },
    moveRight: {
      obstacle: () =>
        moveFocused(state, 1) === state ? 'There is no clip to its right' : undefined,
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
      obstacle: () => (state.dropped.length === 0 ? 'No clip was removed' : undefined),
      run: () => change(undoDrop),
    },
  };
}
