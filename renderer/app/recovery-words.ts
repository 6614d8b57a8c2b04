import type { Recovery } from '../../shared/contract/app.ts';
import { count, formatDayAndTime } from '../core/ui/format.ts';

/** Such as "Library restored from 21 Nov, 14:05". */
export function recoveryTitle({ reason, backupFrom }: Recovery): string {
  if (reason === 'unclosed') return 'Pictures recovered';
  if (reason === 'log-lost') return 'Latest changes lost';
  return backupFrom === undefined
    ? 'Library rebuilt from its files'
    : `Library restored from ${formatDayAndTime(backupFrom)}`;
}

const LOSSES = {
  damaged: 'The library file was damaged. Gesso kept it in the data folder.',
  missing: 'The library file was missing or empty.',
  'log-lost':
    'Gesso didn’t quit properly last time, and a file with the latest changes is missing or damaged.',
  unclosed: 'Gesso didn’t quit properly last time.',
  chosen: 'You restored it. The previous library is listed in Settings, Storage.',
} as const satisfies Record<Recovery['reason'], string>;

/** The loss, the missing changes and the found pictures, a sentence each. */
export function recoveryDetails(recovery: Recovery): readonly string[] {
  const { reason, backupFrom, isUnderWay, adopted, left } = recovery;
  return [
    LOSSES[reason],
    ...missingWords(recovery),
    ...(isUnderWay ? ['Looking for newer pictures…'] : []),
    ...(adopted > 0 ? [`${count(adopted, 'newer picture')} added to your recent photos.`] : []),
    ...(left > 0 ? [`${count(left, 'other file')} kept in the data folder.`] : []),
    ...(backupFrom === undefined && reason !== 'log-lost'
      ? []
      : [
          'Runs that may have been sent since are in Tasks as “No answer”. Nothing was sent again.',
        ]),
  ];
}

function missingWords({ reason, backupFrom }: Recovery): readonly string[] {
  if (reason === 'unclosed') return [];
  return [
    backupFrom === undefined && reason !== 'log-lost'
      ? 'Masks, results on photos and settings are missing.'
      : 'Changes since then are missing: masks, results on photos, and settings.',
  ];
}
