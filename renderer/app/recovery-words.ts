/** The recovery of the library in sentences. */
import type { Recovery } from '../../shared/contract/app.ts';
import { count, formatDayAndTime } from '../base/ui/format.ts';

/** "Library restored from 21 Nov, 14:05". */
export function recoveryTitle({ backupFrom }: Recovery): string {
  return backupFrom === undefined
    ? 'Library rebuilt from its files'
    : `Library restored from ${formatDayAndTime(backupFrom)}`;
}

const LOSSES = {
  damaged: 'The library file was damaged. Gesso kept it in the data folder.',
  missing: 'The library file was missing or empty.',
  chosen: 'You restored it. The previous library is listed in Settings, Storage.',
} as const satisfies Record<Recovery['reason'], string>;

/** A sentence each: the loss, the missing changes, the pictures that were found. */
export function recoveryDetails(recovery: Recovery): readonly string[] {
  const { reason, backupFrom, isUnderWay, adopted, left } = recovery;
  return [
    LOSSES[reason],
    backupFrom === undefined
      ? 'Masks, results on photos and settings are missing.'
      : 'Changes since then are missing: masks, results on photos, and settings.',
    ...(isUnderWay ? ['Looking for newer pictures…'] : []),
    ...(adopted > 0
      ? [`${count(adopted, 'newer picture')} added to your recent photos as “Recovered”.`]
      : []),
    ...(left > 0 ? [`${count(left, 'other file')} kept in the data folder.`] : []),
    ...(backupFrom === undefined
      ? []
      : [
          'Runs that may have been sent since are in Tasks as “No answer”. Nothing was sent again.',
        ]),
  ];
}
