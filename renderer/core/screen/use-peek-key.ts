/** Shows the picture without its result while `\` is held. */
import { useEffect, useEffectEvent } from 'react';
import { useScreen } from './screen-context.tsx';

/** @param onPeek called with true while the key is held */
export function usePeekKey(onPeek: (isPeeking: boolean) => void): void {
  const { isInFront } = useScreen();
  const peek = useEffectEvent(onPeek);
  useEffect(() => {
    if (!isInFront) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    function listen(event: KeyboardEvent): void {
      if (event.key !== '\\' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLInputElement && event.target.type !== 'range') return;
      if (event.type === 'keydown' && event.repeat) return;
      peek(event.type === 'keydown');
    }
    window.addEventListener('keydown', listen, { signal });
    window.addEventListener('keyup', listen, { signal });
    window.addEventListener('blur', () => peek(false), { signal });
    return () => {
      listeners.abort();
      peek(false);
    };
  }, [isInFront]);
}
