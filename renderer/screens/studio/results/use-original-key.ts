import { useEffect } from 'react';
import { useStudioSession, useStudioStore } from '../session/index.ts';

const PEEK_KEY = '\\';

/** Shows the original while `\` is held. @param isShown false disables it */
export function useOriginalKey(isShown: boolean): void {
  const session = useStudioSession();
  const store = useStudioStore();
  useEffect(() => {
    if (session === undefined || !isShown) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'text';
      const isComparing = store.getState().results.compared !== undefined;
      if (event.key === PEEK_KEY && !isTyping && !isComparing) session.results.peek(true);
    };
    const release = (event: KeyboardEvent) => {
      if (event.key === PEEK_KEY) session.results.peek(false);
    };
    const leave = () => session.results.peek(false); // the key may be released in another window
    window.addEventListener('keydown', onKeyDown);
    window.addEventListener('keyup', release);
    window.addEventListener('blur', leave);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      window.removeEventListener('keyup', release);
      window.removeEventListener('blur', leave);
    };
  }, [session, store, isShown]);
}
