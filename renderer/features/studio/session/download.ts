/** Finishes a save: under a host without a dialog of its own the window fetches the file. */
import { notifications } from '@mantine/notifications';
import type { SaveOutcome } from '../../../../shared/contract/export.ts';

/** … and says so. */
export function download(outcome: SaveOutcome): void {
  if (outcome.kind === 'cancelled') return;
  fetchFile(outcome);
  notifications.show({ message: `Saved as “${outcome.name}”.`, color: 'teal' });
}

/** Lets the browser fetch the file, where the host has not written it. */
export function fetchFile(outcome: SaveOutcome): void {
  if (outcome.kind !== 'download') return;
  const link = document.createElement('a');
  link.href = outcome.url;
  link.download = outcome.name;
  link.click();
}
