import type { KeyMatch } from '../../../shared/contract/keys.ts';
import { shortcutOf } from '../../core/commands/shortcut.ts';

/**
 * Records the next combination, so that nothing else receives it.
 * @param onEnd receives it; `undefined` for Escape or a press elsewhere, which cancel
 * @returns stops recording
 */
export function recordKeys(
  target: Pick<Window, 'addEventListener'>,
  apple: boolean,
  match: KeyMatch,
  onEnd: (shortcut: string | undefined) => void,
): () => void {
  const listeners = new AbortController();
  const options = { capture: true, signal: listeners.signal };
  target.addEventListener(
    'keydown',
    (event) => {
      event.preventDefault();
      event.stopImmediatePropagation();
      if (event.key === 'Escape') return onEnd(undefined);
      const shortcut = shortcutOf(event, apple, match);
      if (shortcut !== undefined) onEnd(shortcut);
    },
    options,
  );
  // otherwise the focused button would be pressed again when its key is released
  target.addEventListener('keyup', (event) => event.preventDefault(), options);
  target.addEventListener('pointerdown', () => onEnd(undefined), options);
  return () => listeners.abort();
}
