/** Listens for one key combination, in front of everything else. */
import { useEffect } from 'react';
import type { KeyMatch } from '../../../shared/contract/keys.ts';
import { shortcutOf } from '../../base/commands/shortcut.ts';
import { hasAppleKeys } from '../../base/commands/shortcut-keys.ts';

/**
 * @param isOn the next combination is taken, and nothing else hears it
 * @param onEnd gets it; `undefined` = Escape, which ends the listening
 */
export function useRecorder(
  isOn: boolean,
  match: KeyMatch,
  onEnd: (shortcut: string | undefined) => void,
): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const listeners = new AbortController();
    const { signal } = listeners;
    window.addEventListener(
      'keydown',
      (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        if (event.key === 'Escape') {
          onEnd(undefined);
          return;
        }
        const shortcut = shortcutOf(event, hasAppleKeys(), match);
        if (shortcut !== undefined) onEnd(shortcut);
      },
      { capture: true, signal },
    );
    // the key of a button that was pressed by it would press it again when it is let go
    window.addEventListener('keyup', (event) => event.preventDefault(), { capture: true, signal });
    return () => listeners.abort();
  }, [isOn, match, onEnd]);
}
