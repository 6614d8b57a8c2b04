import type { SpendRange, SpendSeries } from '../../../../shared/contract/spend.ts';
import type { SpendView } from '../../../../shared/contract/spend-view.ts';
import { localDays } from '../../../../shared/spend/local-days.ts';
import { bucketName, axisName, type NamedBucket } from './chart-words.ts';

const DAY = 86_400;

/** Most days for which the backend is asked for hours. */
const MOST_DAYS = 31;

export interface LocalQuery {
  readonly range: SpendRange;
  readonly dayStarts: readonly number[];
}

/** @returns why days of the zone cannot be shown; `undefined` if they can */
export function localObstacle(
  view: Pick<SpendView, 'unit'>,
  range: SpendRange,
  timeZone: string,
): string | undefined {
  if (view.unit !== 'day') return 'bars by the day only';
  if (range.end - range.start > MOST_DAYS * DAY) return 'up to 31 days';
  if (localDays(range, timeZone).kind === 'not-whole-hours') {
    return 'not where the clock is parts of an hour off';
  }
  return undefined;
}

/** @returns `undefined` for days of UTC */
export function localQuery(
  view: Pick<SpendView, 'unit' | 'areDaysLocal'>,
  range: SpendRange,
  timeZone: string,
): LocalQuery | undefined {
  if (view.areDaysLocal !== true || localObstacle(view, range, timeZone) !== undefined) {
    return undefined;
  }
  const days = localDays(range, timeZone);
  if (days.kind !== 'days') return undefined;
  const { starts } = days;
  return {
    range: { start: starts[0] ?? range.start, end: starts.at(-1) ?? range.end },
    dayStarts: starts,
  };
}

/**
 * Names the bars by dates of the zone; a day on which the clocks change shows its length. @param
 * range in days of UTC
 */
export function withLocalNames(series: SpendSeries, range: SpendRange): SpendSeries {
  const buckets = series.buckets.map(
    (bucket, index): SpendSeries['buckets'][number] & NamedBucket => {
      const date = { start: range.start + index * DAY, end: range.start + (index + 1) * DAY };
      const hours = (bucket.end - bucket.start) / 3600;
      const length = hours === 24 ? '' : ` (${hours} h)`;
      return {
        ...bucket,
        name: `${bucketName(date, 'day')}${length}`,
        shortName: axisName(date, 'day'),
      };
    },
  );
  return { ...series, buckets };
}
