/** Notes on the numbers: their age, their gaps, and the comparison with the service's own total. */
import { Button, Text } from '@mantine/core';
import type { SpendSeries, SpendUnit } from '../../../../shared/contract/spend.ts';
import { formatTime } from '../../../base/ui/format.ts';
import { formatAmount } from '../../../../shared/spend/exact-money.ts';
import { bucketName } from '../model/chart-words.ts';
import { failureSentences } from '../model/failures.ts';
import type { Reading } from '../session/use-reading.ts';
import classes from '../Spend.module.css';

export function SpendNotes(props: {
  readonly reading: Reading & { readonly readAgain: () => void };
  readonly series: SpendSeries | undefined;
  readonly wantedUnit: SpendUnit;
  /** Shows the rows in which voucher and cash don’t add up. */
  readonly onUneven: () => void;
}) {
  const { reading, series, wantedUnit, onUneven } = props;
  return (
    <div className={classes['notes']} role="status">
      {reading.isReading && reading.of > 0 && (
        <Text size="xs" c="dimmed">
          Reading bills, {reading.answered} of {reading.of}
          {reading.waitsUntil === undefined ? '…' : '. The service wants a pause…'}
        </Text>
      )}
      {failureSentences(reading.failed).map((sentence) => (
        <Text key={sentence} size="xs" c="orange">
          {sentence}
        </Text>
      ))}
      {series !== undefined &&
        notesOf(series, wantedUnit).map((note) => (
          <Text key={note} size="xs" c="dimmed">
            {note}
          </Text>
        ))}
      {series !== undefined && series.unevenRows > 0 && (
        <Button variant="subtle" size="compact-xs" onClick={onUneven}>
          {series.unevenRows === 1 ? 'Show that row' : 'Show those rows'}
        </Button>
      )}
      {!reading.isReading && (
        <Button variant="subtle" size="compact-xs" onClick={reading.readAgain}>
          Read again
        </Button>
      )}
    </div>
  );
}

/** Sentences about a series. */
export function notesOf(series: SpendSeries, wantedUnit: SpendUnit): readonly string[] {
  const { check, repeated, unevenRows, sameAccounts, readAt, coarserBecause, unit, buckets } =
    series;
  const notes: string[] = [];
  if (series.isAtMost === true)
    notes.push(
      'All amounts so far are too small to tell their unit, dollars or 1/10,000 of a dollar. The larger one is shown.',
    );
  if (coarserBecause === 'bars')
    notes.push(`Shown by the ${unit}: bars by the ${wantedUnit} don’t fit.`);
  if (coarserBecause === 'hours') notes.push('Hours are shown for up to 31 days.');
  if (check.kind === 'matches') notes.push('The service’s own total matches.');
  if (check.kind === 'differs') {
    const bars = buckets.filter(({ start }) => check.buckets.includes(start));
    const where = bars.map((bucket) => bucketName(bucket, unit)).join(', ');
    const by = formatAmount({ exact: check.by, hasDecimals: true });
    notes.push(`The service’s own total differs by ${by}, in ${where}.`);
  }
  for (const [counted = '', ...others] of sameAccounts ?? []) {
    const names = others.map((name) => `“${name}”`).join(' and ');
    notes.push(
      `${names} ${others.length === 1 ? 'is a key' : 'are keys'} of the same account as “${counted}”, so its bills count once.`,
    );
  }
  if (repeated.count > 0) {
    const amount = formatAmount({ exact: repeated.amount, hasDecimals: true });
    const rows = repeated.count === 1 ? 'One row equals' : `${repeated.count} rows equal`;
    notes.push(
      `${rows} another in every field, ${amount} together. They count: equal charges can be real.`,
    );
  }
  if (unevenRows > 0) {
    const rows = unevenRows === 1 ? 'In one row' : `In ${unevenRows} rows`;
    notes.push(
      `${rows} voucher and cash don’t add up to the amount. Only the service can say why.`,
    );
  }
  if (readAt !== undefined)
    notes.push(
      `Read ${formatTime(readAt)}. Charges appear up to an hour later, those of storage up to a day.`,
    );
  return notes;
}
