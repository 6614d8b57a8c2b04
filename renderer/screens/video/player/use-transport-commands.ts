import { useRef, type RefObject, useEffect } from 'react';
import { useCommands, type Command } from '../../../core/commands/commands.ts';
import { useGestures, type Gesture } from '../../../core/commands/gestures.ts';
import { SPEED_STEPS, type ClipClock } from '../../../viewer/clips/clock.ts';
import { isInDialog } from '../../../core/commands/use-command-keys.ts';
import { useScreen } from '../../../core/screen/screen-context.tsx';

const GROUP = 'Clip';

/** Speed of Shift with J or L. */
const SLOW = 0.25;

/** Ms that Shift with an arrow key moves. */
const FAR = 1000;

const LOOPS = ['loop', 'ping-pong', 'once'] as const;

const GESTURES: readonly Gesture[] = [
  { title: 'One frame', how: 'K held + J or L' },
  { title: 'See the sent picture', how: '\\ held' },
];

/**
 * @param times of the leading clip, ms
 * @param onCover shows or hides the sent picture
 */
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
  useCommands([
    ...shuttleCommands(clock, held, isKUsed, wasPlaying),
    ...stepCommands(clock, times),
    ...courseCommands(clock),
  ]);
}

function shuttleCommands(
  clock: ClipClock,
  held: RefObject<HeldKeys>,
  isKUsed: RefObject<boolean>,
  wasPlaying: RefObject<boolean>,
): readonly Command[] {
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
  return [
    {
      id: 'clip.toggle',
      title: 'Play or pause',
      group: GROUP,
      shortcuts: [' '],
      obstacle: () => (isOnButton() ? 'Move the focus off the button first.' : undefined),
      run: () => {
        if (held.current.isRepeat) return;
        if (clock.snapshot.isPlaying) clock.pause();
        else clock.play();
      },
    },
    {
      id: 'clip.stop',
      title: 'Pause, or play on release',
      group: GROUP,
      shortcuts: ['K'],
      run: () => {
        if (held.current.isRepeat) return;
        isKUsed.current = false;
        wasPlaying.current = clock.snapshot.isPlaying;
        clock.pause();
      },
    },
    {
      id: 'clip.back',
      title: 'Play backwards, faster',
      group: GROUP,
      shortcuts: ['J'],
      run: () => shuttle(true),
    },
    {
      id: 'clip.forward',
      title: 'Play forwards, faster',
      group: GROUP,
      shortcuts: ['L'],
      run: () => shuttle(false),
    },
    {
      id: 'clip.backSlow',
      title: 'Play backwards slowly',
      group: GROUP,
      shortcuts: ['Shift+J'],
      run: () => slowly(true),
    },
    {
      id: 'clip.forwardSlow',
      title: 'Play forwards slowly',
      group: GROUP,
      shortcuts: ['Shift+L'],
      run: () => slowly(false),
    },
  ];
}

function stepCommands(clock: ClipClock, times: readonly number[]): readonly Command[] {
  function leap(milliseconds: number): void {
    const length = times.at(-1) ?? 0;
    clock.pause();
    clock.seek(Math.min(Math.max(0, clock.snapshot.clipTime + milliseconds), length));
  }
  const { range } = clock.snapshot;
  return [
    {
      id: 'clip.previousFrame',
      title: 'Previous frame',
      group: GROUP,
      shortcuts: [',', 'ArrowLeft'],
      run: () => clock.step(-1),
    },
    {
      id: 'clip.nextFrame',
      title: 'Next frame',
      group: GROUP,
      shortcuts: ['.', 'ArrowRight'],
      run: () => clock.step(1),
    },
    {
      id: 'clip.secondBack',
      title: 'One second back',
      group: GROUP,
      shortcuts: ['Shift+ArrowLeft'],
      run: () => leap(-FAR),
    },
    {
      id: 'clip.secondOn',
      title: 'One second on',
      group: GROUP,
      shortcuts: ['Shift+ArrowRight'],
      run: () => leap(FAR),
    },
    {
      id: 'clip.first',
      title: 'First frame',
      group: GROUP,
      shortcuts: ['Home'],
      run: () => clock.seekFrame(range.first),
    },
    {
      id: 'clip.last',
      title: 'Last frame',
      group: GROUP,
      shortcuts: ['End'],
      run: () => clock.seekFrame(clock.snapshot.range.last),
    },
  ];
}

function courseCommands(clock: ClipClock): readonly Command[] {
  function changeSpeed(direction: 1 | -1): void {
    const { speed } = clock.snapshot;
    const next =
      direction === 1
        ? SPEED_STEPS.find((step) => step > speed + 1e-9)
        : SPEED_STEPS.findLast((step) => step < speed - 1e-9);
    if (next !== undefined) clock.setSpeed(next);
  }
  return [
    {
      id: 'clip.slower',
      title: 'Slower',
      group: GROUP,
      shortcuts: ['<', '['],
      run: () => changeSpeed(-1),
    },
    {
      id: 'clip.faster',
      title: 'Faster',
      group: GROUP,
      shortcuts: ['>', ']'],
      run: () => changeSpeed(1),
    },
    {
      id: 'clip.normalSpeed',
      title: 'Normal speed',
      group: GROUP,
      shortcuts: ['Backspace'],
      run: () => clock.setSpeed(1),
    },
    {
      id: 'clip.rangeStart',
      title: 'Start of the range',
      group: GROUP,
      shortcuts: ['I'],
      run: () => {
        const { frame, range } = clock.snapshot;
        clock.setRange({ first: frame, last: Math.max(frame, range.last) });
      },
    },
    {
      id: 'clip.rangeEnd',
      title: 'End of the range',
      group: GROUP,
      shortcuts: ['O'],
      run: () => {
        const { frame, range } = clock.snapshot;
        clock.setRange({ first: Math.min(frame, range.first), last: frame });
      },
    },
    {
      id: 'clip.rangeClear',
      title: 'Clear the range',
      group: GROUP,
      shortcuts: ['Alt+X'],
      run: () => clock.setRange({ first: 0, last: Number.MAX_SAFE_INTEGER }),
    },
    {
      id: 'clip.loop',
      title: 'Loop, there and back, or play once',
      group: GROUP,
      shortcuts: ['P'],
      run: () => {
        const at = LOOPS.indexOf(clock.snapshot.mode);
        clock.setMode(LOOPS[(at + 1) % LOOPS.length] ?? 'loop');
      },
    },
  ];
}

/** Space presses a focused button. */
function isOnButton(): boolean {
  const focused = document.activeElement;
  return focused?.matches('button, a, summary, input, [role="button"], [role="menuitem"]') === true;
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
    const onKeyUp = (event: KeyboardEvent) => release(event.code);
    // captures, to run before the commands, which ask whether a press repeats
    window.addEventListener('keydown', onKeyDown, { capture: true });
    window.addEventListener('keyup', onKeyUp, { capture: true });
    window.addEventListener('blur', releaseAll);
    return () => {
      releaseAll();
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      window.removeEventListener('keyup', onKeyUp, { capture: true });
      window.removeEventListener('blur', releaseAll);
    };
  }, [isInFront]);
  return held;
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input, textarea, select');
}
