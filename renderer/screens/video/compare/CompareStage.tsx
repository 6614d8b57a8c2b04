import { Box, Button, Group, Progress, UnstyledButton } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import type { Size } from '../../../../shared/geometry/rect.ts';
import type { ClipClock } from '../../../viewer/clips/clock.ts';
import type { Clip } from '../../../viewer/clips/clips.ts';
import { matchedFrame, type MatchMode } from '../../../viewer/clips/match.ts';
import {
  useClipSnapshot,
  useDecodedPart,
  useClockReading,
} from '../../../viewer/clips/use-clips.ts';
import { FLICKER_RATE } from '../../../viewer/stage/comparing/flicker.ts';
import { PictureViewer } from '../../../viewer/stage/PictureViewer.tsx';
import { useViewer } from '../../../viewer/stage/viewer-context.ts';
import type { StateComparison } from '../../../viewer/stage/viewer-types.ts';
import { layoutOf } from '../../../viewer/stage/comparing/panes.ts';
import { SplitHandle } from '../../../viewer/stage/comparing/SplitHandle.tsx';
import { frameWords } from '../../../viewer/clips/frame-words.ts';
import { ViewCommands } from '../player/ViewCommands.tsx';
import { useSentPicture } from '../player/use-sent-picture.ts';
import { drawChanges } from '../player/use-clip-picture.ts';
import { createCompareScreen, type CompareScreen } from './compare-screen.ts';
import {
  clipAt,
  dropClip,
  leftClips,
  placeClip,
  scalingOf,
  seenClips,
  type CompareState,
} from './compare-state.ts';
import { usePaneDrag } from './use-pane-drag.ts';
import type { OpenedClip } from './compared-clips.ts';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import { COMPARE } from '../commands/video-commands.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from '../Video.module.css';

interface Props {
  readonly opened: readonly OpenedClip[];
  readonly taken: readonly Clip[];
  readonly sizes: readonly Size[];
  readonly clock: ClipClock;
  readonly state: CompareState;
  readonly match: MatchMode;
  readonly lead: readonly number[];
  readonly isCovered: boolean;
  readonly change: (next: (state: CompareState) => CompareState) => void;
  readonly onPick: (job: OpenedClip['job']) => void;
}

export function CompareStage(props: Props) {
  const { opened, taken, sizes, clock, state, isCovered, change, onPick } = props;
  const screen = useMemo(() => createCompareScreen(taken, sizes, clock), [taken, sizes, clock]);
  const seen = seenClips(state);
  const seenKey = seen.join(' ');
  const { mode } = state;
  const isOne = seen.length === 1 || mode === 'difference';
  const comparison = useMemo((): StateComparison | undefined => {
    if (isOne) return undefined;
    const pictures = seenKey.split(' ').flatMap((at) => screen.pictures[Number(at)] ?? []);
    return { mode, states: pictures.map((picture) => ({ picture })) };
  }, [screen, seenKey, isOne, mode]);
  const isDifference = state.mode === 'difference' && !state.isAlone;
  const picture = isOne && !isDifference ? screen.pictures[state.focused] : screen.base;
  useFlicker(state, change);
  const split = useRef(0.5);
  const scaling = scalingOf(
    state,
    opened.map(({ title }, index) => ({ title, size: sizes[index] ?? screen.base.size })),
    screen.base.size,
  );

  /** Focuses the clip under a press, whatever else the press does. */
  function focusAt(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || !isPicture(event.target)) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const at = { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
    change((now) => ({ ...now, focused: clipAt(now, at, split.current) ?? now.focused }));
  }

  return (
    <Box pos="relative" flex={1} mih={0} onPointerDownCapture={focusAt}>
      <PictureViewer
        picture={picture}
        label="Compared clips"
        comparison={comparison}
        hasPlainKeys={false}
        series="clips"
      >
        <ViewCommands />
        <Redraw screen={screen} {...props} seen={seen} />
        {comparison?.mode === 'split' && (
          <Split
            onMove={(share) => {
              split.current = share;
            }}
          />
        )}
      </PictureViewer>
      <Panes {...props} screen={screen} seen={seen} isDifference={isDifference} />
      {leftClips(state).length === 1 && (
        <Group
          className={shared['float'] ?? ''}
          gap="sm"
          wrap="nowrap"
          pos="absolute"
          inset="auto 0 var(--gesso-space-md)"
          w="fit-content"
          mx="auto"
          pl="sm"
          role="status"
        >
          One clip is left.
          <Button
            onClick={() => {
              const job = opened[state.focused]?.job;
              if (job !== undefined) onPick(job);
            }}
          >
            Keep this one (5 stars)
          </Button>
        </Group>
      )}
      {scaling !== undefined && (
        <div className={shared['onPicture']} data-side="left" role="status">
          {scaling}
        </div>
      )}
      {isCovered && (
        <span className={shared['onPicture']} data-side="right">
          Sent picture
        </span>
      )}
    </Box>
  );
}

/** Draws all clips in one paint whenever one shows another frame. */
function Redraw(
  props: Props & { readonly screen: CompareScreen; readonly seen: readonly number[] },
) {
  const { screen, taken, opened, sizes, clock, state, match, lead, isCovered, seen } = props;
  const viewer = useViewer();
  const focused = opened[state.focused];
  const size = sizes[state.focused];
  const sent = useSentPicture(focused?.job ?? missing(), size ?? missing(), isCovered);
  useLayoutEffect(() => {
    const covers = new Map(isCovered && sent ? [[state.focused, sent]] : []);
    screen.setCourse({ state, match, lead, covers });
    viewer?.drawNow();
  }, [viewer, screen, state, match, lead, isCovered, sent]);
  useEffect(() => {
    return viewer && drawChanges(viewer, screen, clock, taken);
  }, [viewer, screen, clock, taken]);
  const { turn } = state;
  useEffect(() => viewer?.showState(turn % Math.max(1, seen.length)), [viewer, turn, seen.length]);
  return null;
}

/** @param onMove gets the position of the line, for clicks */
function Split({ onMove }: { readonly onMove: (share: number) => void }) {
  const viewer = useViewer();
  if (viewer === undefined) return null;
  return (
    <SplitHandle
      onMove={(share) => {
        onMove(share);
        viewer.setSplit(share);
      }}
    />
  );
}

/** True on the picture itself, not on buttons and the line over it. */
function isPicture(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, [role=slider]') === null;
}

/** Alternates at a rate that is safe to look at; never with reduced motion. */
function useFlicker(state: CompareState, change: Props['change']): void {
  const isStill = useReducedMotion() ?? false;
  const isOn = state.mode === 'flicker' && state.isFlickering && !isStill;
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(
      () => change((now) => ({ ...now, turn: now.turn + 1 })),
      1000 / FLICKER_RATE.initial,
    );
    return () => clearInterval(timer);
  }, [isOn, change]);
}

function Panes(
  props: Props & {
    readonly screen: CompareScreen;
    readonly seen: readonly number[];
    readonly isDifference: boolean;
  },
) {
  const { seen, state, isDifference, change } = props;
  const drag = usePaneDrag((index, at) => change((now) => placeClip(now, index, at)));
  const isFlicker = state.mode === 'flicker' && seen.length > 1;
  const shown = isFlicker ? seen.filter((_clip, at) => at === state.turn % seen.length) : seen;
  const named = isDifference && state.isToFirst ? [state.focused] : shown;
  const isGrid = state.mode === 'side-by-side';
  const { columns, rows } = layoutOf(isGrid ? named.length : Math.min(2, named.length));
  return (
    <div
      className={`${shared['cover']} ${shared['over']}`}
      data-panes
      style={{
        display: 'grid',
        gridTemplate: `repeat(${rows}, 1fr) / repeat(${columns}, 1fr)`,
      }}
    >
      {named.map((index) => (
        <Pane
          key={index}
          index={index}
          {...props}
          isRing={isGrid && named.length > 1}
          drag={drag}
        />
      ))}
    </div>
  );
}

function Pane(
  props: Props & {
    readonly index: number;
    readonly isRing: boolean;
    readonly drag: ReturnType<typeof usePaneDrag>;
  },
) {
  const { nameWithKeys } = useKeyNames();
  const { index, opened, taken, state, change, isRing, drag } = props;
  const clip = taken[index];
  const { status, head } = useClipSnapshot(clip);
  const decoded = useDecodedPart(clip);
  const offset = state.offsets[index] ?? 0;
  const title = opened[index]?.title ?? '';
  const isFocused = state.focused === index;
  const [isPointed, setPointed] = useState(false);
  return (
    <div
      className={classes['pane']}
      data-clip={index}
      data-focused={isRing && isFocused ? true : undefined}
      data-dragged={drag.dragged === index || undefined}
      data-target={(drag.over === index && drag.dragged !== index) || undefined}
    >
      <Group
        gap="2xs"
        wrap="nowrap"
        pos="absolute"
        top="var(--gesso-space-xs)"
        left="var(--gesso-space-xs)"
        maw="calc(100% - 2 * var(--gesso-space-xs))"
        px="2xs"
        py="3xs"
        c="var(--gesso-text)"
        bg="var(--gesso-raised)"
        bdrs="md"
        className={shared['numbers'] ?? ''}
        style={{ pointerEvents: 'auto' }}
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
      >
        <UnstyledButton
          className={shared['cut'] ?? ''}
          fz="xs"
          mih="var(--gesso-control-sm)"
          px="2xs"
          aria-pressed={isFocused}
          data-tip="Drag to another clip’s place"
          {...drag.handleOf(index)}
          onClick={() => change((now) => ({ ...now, focused: index }))}
        >
          <strong>{title}</strong> <FrameNumber {...props} />
          {offset !== 0 && <span> {offset > 0 ? `+${offset}` : `−${-offset}`}</span>}
        </UnstyledButton>
        {leftClips(state).length > 1 && (isPointed || isFocused) && (
          <IconButton
            label={`Drop ${title}`}
            tip={nameWithKeys('Remove this clip from the comparison', COMPARE.drop)}
            icon={<IconX size={16} />}
            size={22}
            onClick={() => change((now) => dropClip(now, index))}
          />
        )}
      </Group>
      {status.kind === 'loading' && head !== undefined && (
        <Progress
          pos="absolute"
          inset="auto var(--gesso-space-xs) var(--gesso-space-xs)"
          value={decoded}
          aria-label={`Reading ${title}`}
        />
      )}
    </div>
  );
}

/** A component of its own, as it re-renders while the clock runs. */
function FrameNumber(props: Props & { readonly index: number }) {
  const { index, taken, clock, state, match, lead } = props;
  const { times } = useClipSnapshot(taken[index]);
  const offset = state.offsets[index] ?? 0;
  const frame = useClockReading(clock, (now) => matchedFrame({ times, offset }, lead, now, match));
  return (
    <span data-testid={`frame-${index + 1}`}>
      {frameWords(frame, Math.max(0, times.length - 1)).toLowerCase()}
    </span>
  );
}

function missing(): never {
  throw new Error('The clip in focus is not there.');
}
