/** Records one key combination before anything else can react to it. */
import { useEffect } from 'react';
import type { KeyMatch } from '../../../shared/contract/keys.ts';
import { shortcutOf } from '../../base/commands/shortcut.ts';
import { hasAppleKeys } from '../../base/commands/shortcut-keys.ts';

/**
 * @param isOn whether the next combination is recorded, so that nothing else receives it
 * @param onEnd receives it; `undefined` for Escape, which cancels
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
    // otherwise the focused button would be pressed again when its key is released
    window.addEventListener('keyup', (event) => event.preventDefault(), { capture: true, signal });
    return () => listeners.abort();
  }, [isOn, match, onEnd]);
}
