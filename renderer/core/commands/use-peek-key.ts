/** Shows the picture without its result while `\` is held. */
import { useEffect, useEffectEvent } from 'react';
import { isTyping } from './use-command-keys.ts';
import { useScreen } from '../screen/screen-context.tsx';

/** @param onPeek called with true while the key is held */
export function usePeekKey(onPeek: (isPeeking: boolean) => void): void {
  const { isInFront } = useScreen();
  const peek = useEffectEvent(onPeek);
  useEffect(() => {
    if (!isInFront) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    /** Its character depends on the modifiers, which may change until it is released. */
    let heldCode: string | undefined;
    function press(event: KeyboardEvent): void {
      if (event.key !== '\\' || event.repeat || isTyping(event.target)) return;
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (hasModifier && !event.getModifierState('AltGraph')) return;
      heldCode = event.code;
      peek(true);
    }
    function release({ code }: KeyboardEvent): void {
      if (code === heldCode) peek(false);
    }
    window.addEventListener('keydown', press, { signal });
    window.addEventListener('keyup', release, { signal });
    window.addEventListener('blur', () => peek(false), { signal });
    return () => {
      listeners.abort();
      peek(false);
    };
  }, [isInFront]);
}
