import { useEffect, useRef, type RefObject } from 'react';
import { isInDialog } from '../../../base/commands/use-command-keys.ts';
import { useScreen } from '../../../base/screen/screen-context.tsx';

/** Mutable; read while a command runs. */
export interface HeldKeys {
  /** True if the latest key press only repeats a held key. */
  isRepeat: boolean;
  /** Physical keys, e.g. `KeyK`. */
  readonly down: Set<string>;
}

/**
 * Follows the keyboard while the screen is in front.
 * @param onRelease called once for each key that went up, also when the window loses the keyboard
 */
export function useHeldKeys(
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
