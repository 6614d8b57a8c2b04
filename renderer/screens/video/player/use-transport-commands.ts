import { useRef, type RefObject, useEffect } from 'react';
import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { TRANSPORT } from '../commands/video-commands.ts';
import { useGestures, type GestureHint } from '../../../core/commands/gestures.ts';
import { SPEED_STEPS, type ClipClock } from '../../../viewer/clips/clock.ts';
import { isInDialog } from '../../../core/commands/use-command-keys.ts';
import { useScreen } from '../../../core/screen/screen-context.tsx';

/** Speed of Shift with J or L. */
const SLOW = 0.25;

/** Ms that Shift with an arrow key moves. */
const FAR = 1000;

const LOOPS = ['loop', 'ping-pong', 'once'] as const;

const GESTURES: readonly GestureHint[] = [
  { title: 'One frame', how: 'K held + J or L' },
  { title: 'See the sent picture', how: '\\ held' },
];

/** @param times of the leading clip, ms @param onCover shows or hides the sent picture */
export function useTransportCommands(
  clock: ClipClock,
  times: readonly number[],
  onCover: (isOn: boolean) => void,
): void {
  /** K was used together with another key, so releasing it does nothing. */
  const isKUsed = useRef(false);
  const wasPlaying = useRef(false);
  /** The physical key that shows the sent picture while it is held. */
  const coverKey = useRef<string>(undefined);
  const held = useHeldKeys(
    (event) => {
      if (event.key !== '\\' || event.ctrlKey || event.metaKey || event.altKey) return;
      coverKey.current = event.code;
      onCover(true);
    },
    (code) => {
      if (code === coverKey.current) onCover(false);
      if (code === 'KeyK' && !isKUsed.current && !wasPlaying.current) clock.play();
    },
  );
  useGestures(GESTURES);
  useCommands(
    bindCommands(TRANSPORT, {
      ...shuttleCommands(clock, held, isKUsed, wasPlaying),
      ...stepCommands(clock, times),
      ...courseCommands(clock),
    }),
  );
}

function shuttleCommands(
  clock: ClipClock,
  held: RefObject<HeldKeys>,
  isKUsed: RefObject<boolean>,
  wasPlaying: RefObject<boolean>,
) {
  /** Pressing J or L again is faster; with K held it moves one frame. */
  function shuttle(isReverse: boolean): void {
    if (held.current.isRepeat && !held.current.down.has('KeyK')) return;
    if (held.current.down.has('KeyK')) {
      isKUsed.current = true;
      clock.step(isReverse ? -1 : 1);
      return;
    }
    const { isPlaying, isReverse: isBack, speed } = clock.snapshot;
    const isFaster = isPlaying && isBack === isReverse;
    clock.setSpeed(isFaster ? Math.max(1, speed) * 2 : 1);
    clock.setReverse(isReverse);
    clock.play();
  }
  function slowly(isReverse: boolean): void {
    if (held.current.isRepeat) return;
    clock.setSpeed(SLOW);
    clock.setReverse(isReverse);
    clock.play();
  }
  return {
    toggle: () => {
      if (held.current.isRepeat) return;
      if (clock.snapshot.isPlaying) clock.pause();
      else clock.play();
    },
    stop: () => {
      if (held.current.isRepeat) return;
      isKUsed.current = false;
      wasPlaying.current = clock.snapshot.isPlaying;
      clock.pause();
    },
    back: () => shuttle(true),
    forward: () => shuttle(false),
    backSlow: () => slowly(true),
    forwardSlow: () => slowly(false),
  };
}

export function stepCommands(clock: ClipClock, times: readonly number[]) {
  function leap(milliseconds: number): void {
    const length = times.at(-1) ?? 0;
    clock.pause();
    clock.seek(Math.min(Math.max(0, clock.snapshot.clipTime + milliseconds), length));
  }
  return {
    previousFrame: () => clock.step(-1),
    nextFrame: () => clock.step(1),
    secondBack: () => leap(-FAR),
    secondOn: () => leap(FAR),
    first: () => clock.seekFrame(clock.snapshot.range.first),
    last: () => clock.seekFrame(clock.snapshot.range.last),
  };
}

function courseCommands(clock: ClipClock) {
  function changeSpeed(direction: 1 | -1): void {
    const { speed } = clock.snapshot;
    const next =
      direction === 1
        ? SPEED_STEPS.find((step) => step > speed + 1e-9)
        : SPEED_STEPS.findLast((step) => step < speed - 1e-9);
    if (next !== undefined) clock.setSpeed(next);
  }
  return {
    slower: () => changeSpeed(-1),
    faster: () => changeSpeed(1),
    normalSpeed: () => clock.setSpeed(1),
    rangeStart: () => {
      const { frame, range } = clock.snapshot;
      clock.setRange({ first: frame, last: Math.max(frame, range.last) });
    },
    rangeEnd: () => {
      const { frame, range } = clock.snapshot;
      clock.setRange({ first: Math.min(frame, range.first), last: frame });
    },
    rangeClear: () => clock.setRange({ first: 0, last: Number.MAX_SAFE_INTEGER }),
    loop: () => {
      clock.setMode(LOOPS[(LOOPS.indexOf(clock.snapshot.mode) + 1) % LOOPS.length] ?? 'loop');
    },
  };
}

/** Mutable; read while a command runs. */
interface HeldKeys {
  /** True if the latest key press only repeats a held key. */
  isRepeat: boolean;
  /** Physical keys, e.g. `KeyK`. */
  readonly down: Set<string>;
}

/**
 * Follows the keyboard while the screen is in front.
 * @param onRelease called once for each key that went up, also when the window loses the keyboard
 */
function useHeldKeys(
  onPress: (event: KeyboardEvent) => void,
  onRelease: (code: string) => void,
): RefObject<HeldKeys> {
  const { isInFront } = useScreen();
  const held = useRef<HeldKeys>({ isRepeat: false, down: new Set() });
  const latest = useRef({ onPress, onRelease });
  useEffect(() => {
    latest.current = { onPress, onRelease };
  });
  useEffect(() => {
    if (!isInFront) return undefined;
    const { down } = held.current;
    const release = (code: string) => {
      if (down.delete(code)) latest.current.onRelease(code);
    };
    const releaseAll = () => {
      for (const code of down) release(code);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      held.current.isRepeat = event.repeat;
      if (event.repeat || isTyping(event.target) || isInDialog()) return;
      down.add(event.code);
      latest.current.onPress(event);
    };
    const controller = new AbortController();
    const { signal } = controller;
    // captures, to run before the commands, which ask whether a press repeats
    window.addEventListener('keydown', onKeyDown, { capture: true, signal });
    window.addEventListener('keyup', ({ code }) => release(code), { capture: true, signal });
    window.addEventListener('blur', releaseAll, { signal });
    return () => {
      releaseAll();
      controller.abort();
    };
  }, [isInFront]);
  return held;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}
