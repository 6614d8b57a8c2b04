/** Finishes a save: under a host without a dialog of its own the window fetches the file. */
import type { SaveOutcome } from '../../../shared/contract/export.ts';

/**
 * Fetches the file where that is left to do, and says that it is saved.
 *
 * @param say says a short sentence
 */
export function finishSave(
  outcome: SaveOutcome,
  say: (message: string, tone: 'done') => void,
): void {
  if (outcome.kind === 'cancelled') return;
  fetchFile(outcome);
  say(`Saved as “${outcome.name}”.`, 'done');
}

/** Lets the browser fetch the file, where the host has not written it. */
export function fetchFile(outcome: SaveOutcome): void {
  if (outcome.kind !== 'download') return;
  const link = document.createElement('a');
  link.href = outcome.url;
  link.download = outcome.name;
  link.click();
}
