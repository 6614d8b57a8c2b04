/** Finishes a save: under a host without a save dialog, the browser downloads the file. */
import type { SaveOutcome } from '../../../shared/contract/export.ts';
import { say } from '../../core/ui/say.ts';

/**
 * Downloads the file where needed, and reports that it is saved.
 * @param tell shows the message; tests of sessions record it
 */
export function finishSave(
  outcome: SaveOutcome,
  tell: (message: string, tone: 'done') => void = say,
): void {
  if (outcome.kind === 'cancelled') return;
  fetchFile(outcome);
  tell(`Saved as “${outcome.name}”.`, 'done');
}

/** Downloads the file if the host has not written it. */
export function fetchFile(outcome: SaveOutcome): void {
  if (outcome.kind !== 'download') return;
  const link = document.createElement('a');
  link.href = outcome.url;
  link.download = outcome.name;
  link.click();
}
