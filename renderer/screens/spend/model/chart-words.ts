/** Times are seconds since 1970, UTC. */
import type { SpendBucket, SpendKey, SpendUnit } from '../../../../shared/contract/spend.ts';
import { categoryName } from '../../../../shared/spend/category-names.ts';
import { UTC_FORMAT } from './period.ts';

export function keyName({
  key,
  label,
  detail,
}: Pick<SpendKey, 'key' | 'label' | 'detail'>): string {
  if (key === undefined) return label;
  const known = categoryName(key);
  const name = known !== key ? known : label === '' ? 'No name' : label;
  return detail === undefined ? name : `${name} (${detail})`;
}

const date = (second: number) => new Date(second * 1000);

/** Bars of another zone than UTC bring their own names. */
export interface NamedBucket extends Pick<SpendBucket, 'start' | 'end'> {
  readonly name?: string | undefined;
  readonly shortName?: string | undefined;
}

/** E.g. "Sat 21 Nov", "16–22 Nov", "Nov 2026", "21 Nov, 14:00–15:00 UTC". */
export function bucketName({ start, end, name }: NamedBucket, unit: SpendUnit): string {
  if (name !== undefined) return name;
  switch (unit) {
    case 'hour':
      return `${UTC_FORMAT.day.format(date(start))}, ${UTC_FORMAT.hour.format(date(start))}–${UTC_FORMAT.hour.format(date(end))} UTC`;
    case 'day':
      return UTC_FORMAT.weekday.format(date(start));
    case 'week':
      return UTC_FORMAT.day
        .formatRange(date(start), date(end - 1))
        .replaceAll('\u2009', ' ')
        .replace(/^(\d+) – (\d+ )/u, '$1–$2');
    case 'month':
      return UTC_FORMAT.month.format(date(start));
  }
}

/** Names below the axis of every n-th bar: "1 Nov", "3", "5"; of the others `undefined`. */
export function axisNames(
  buckets: readonly NamedBucket[],
  unit: SpendUnit,
  every: number,
): readonly (string | undefined)[] {
  const names = buckets.map((bucket) => axisName(bucket, unit));
  return names.map((name, index) => {
    if (index % every !== 0) return undefined;
    const [own = '', month] = name.split(' ');
    return month !== undefined && names[index - every]?.endsWith(` ${month}`) === true ? own : name;
  });
}

export function axisName(
  { start, shortName }: Pick<NamedBucket, 'start' | 'shortName'>,
  unit: SpendUnit,
): string {
  if (shortName !== undefined) return shortName;
  if (unit === 'month') return UTC_FORMAT.month.format(date(start));
  const isMidnight = start % 86_400 === 0;
  return unit === 'hour' && !isMidnight
    ? UTC_FORMAT.hour.format(date(start))
    : UTC_FORMAT.day.format(date(start));
}

export const STATE_WORDS: Readonly<Record<SpendBucket['state'], string>> = {
  final: '',
  'may-change': 'may still change',
  'so-far': 'so far',
  unknown: 'not read yet',
};
