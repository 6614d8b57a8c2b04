/** Finishes a save: under a host without a dialog of its own the window fetches the file. */
import { notifications } from '@mantine/notifications';
import type { SaveOutcome } from '../../../../shared/contract/export.ts';

export function download(outcome: SaveOutcome): void {
  if (outcome.kind === 'cancelled') return;
  if (outcome.kind === 'download') {
    const link = document.createElement('a');
    link.href = outcome.url;
    link.download = outcome.name;
    link.click();
  }
  notifications.show({ message: `Saved as “${outcome.name}”.`, color: 'teal' });
}
