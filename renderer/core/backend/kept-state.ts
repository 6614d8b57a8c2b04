/** Saves a form shortly after each change, and when the window closes. */
import { useEffect, useRef } from 'react';
import type { ScreenState } from '../../../shared/contract/screen-state.ts';
import { useUpdateScreenState } from './settings.ts';

/** After the last change, such as of a slider or crop, ms. */
const REST = 250;

/** @param values `undefined` until the form of the last session is loaded */
export function useKeptState(values: Partial<ScreenState> | undefined): void {
  const update = useUpdateScreenState();
  const latest = useRef(update);
  useEffect(() => {
    latest.current = update;
  });
  const saved = useRef<string>(undefined);
  const text = values === undefined ? undefined : JSON.stringify(values);

  useEffect(() => {
    if (text === undefined) return undefined;
    if (saved.current === undefined) {
      saved.current = text; // it was just loaded
      return undefined;
    }
    if (saved.current === text) return undefined;
    const save = (): void => {
      if (saved.current === text) return;
      saved.current = text;
      latest.current(JSON.parse(text) as Partial<ScreenState>);
    };
    const timer = setTimeout(save, REST);
    window.addEventListener('pagehide', save, { once: true });
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', save);
    };
  }, [text]);
}
