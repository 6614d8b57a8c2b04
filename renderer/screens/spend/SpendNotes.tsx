import { Alert, Group, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { SpendSeries } from '../../../shared/contract/spend.ts';
import { StatusEnd } from '../../core/frame/Frame.tsx';
import { formatTime } from '../../core/ui/format.ts';
import { formatAmount } from '../../../shared/spend/exact-money.ts';
import { bucketName } from './model/chart-words.ts';
import { failureSentences } from './model/failures.ts';
import type { BillSync } from './session/use-bill-sync.ts';
import { LinkButton } from '../../core/ui/variants.ts';

export function SpendNotes(props: {
  readonly sync: BillSync;
  readonly series: SpendSeries | undefined;
  readonly onUneven: () => void;
  readonly onReadAgain: () => void;
}) {
  const { sync, series, onUneven, onReadAgain } = props;
  const failures = failureSentences(sync.failed);
  const notes = series === undefined ? [] : notesOf(series);
  return (
    <Stack gap="2xs" maw="var(--gesso-inspector)" role="status">
      {failures.map((failure) => (
        <Alert key={failure} icon={<IconAlertTriangle size={16} />}>
          {failure} <LinkButton onClick={onReadAgain}>Try again</LinkButton>
        </Alert>
      ))}
      {notes.map((note) => (
        <Alert key={note} icon={<IconAlertTriangle size={16} />}>
          {note}
          {note.includes(UNEVEN) && (
            <>
              {' '}
              <LinkButton onClick={onUneven}>
                {series?.unevenRows === 1 ? 'Show row' : 'Show rows'}
              </LinkButton>
            </>
          )}
        </Alert>
      ))}
    </Stack>
  );
}

export function SpendStatus(props: {
  readonly sync: BillSync;
  readonly series: SpendSeries | undefined;
  /** UTC unless given. */
  readonly zone: string | undefined;
  /** Where the bills come from, unless they are real. */
  readonly origin: string | undefined;
}) {
  const { sync, series, zone, origin } = props;
  return (
    <>
      {series?.check.kind === 'matches' && (
        <Group component="span" gap="2xs" wrap="nowrap">
          <IconCheck size={16} color="var(--gesso-positive)" />
          {MATCHES}
        </Group>
      )}
      <span>{zone === undefined ? 'Days are UTC' : `Days of ${zone}`}</span>
      {origin !== undefined && <span>{origin}</span>}
      <StatusEnd>
        <span data-tip={LATE_CHARGES} role="status" tabIndex={0}>
          {sync.isReading && sync.of > 0
            ? `Reading bills, ${sync.answered} of ${sync.of}${
                sync.waitsUntil === undefined ? '…' : '. Trying again in a moment…'
              }`
            : series?.readAt !== undefined && ageOf(series.readAt)}
        </span>
      </StatusEnd>
    </>
  );
}

const MATCHES = 'Matches the service’s total';
const UNEVEN = 'voucher and cash differ from the amount';

const LATE_CHARGES = 'Charges appear up to an hour later, those of storage up to a day.';

function ageOf(readAt: number): string {
  return `Read ${formatTime(readAt)}`;
}

export function printedNotes(series: SpendSeries): readonly string[] {
  return [
    ...(series.check.kind === 'matches' ? [`${MATCHES}.`] : []),
    ...notesOf(series),
    ...(series.readAt === undefined ? [] : [`${ageOf(series.readAt)}. ${LATE_CHARGES}`]),
  ];
}

function notesOf(series: SpendSeries): readonly string[] {
  const { check, repeated, unevenRows, sameAccounts, coarserBecause, unit, buckets } = series;
  const notes: string[] = [];
  if (series.isAtMost === true)
    notes.push(
      'All amounts so far are too small to tell their unit, dollars or 1/10,000 of a dollar. The larger one is shown.',
    );
  if (coarserBecause === 'bars') notes.push(`Shown by the ${unit}: finer bars don’t fit.`);
  if (coarserBecause === 'hours') notes.push('Hours are shown for up to 31 days.');
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
      `${rows} another in every field, ${amount} together. They are counted: equal charges can be genuine.`,
    );
  }
  if (unevenRows > 0) {
    const rows = unevenRows === 1 ? '1 row doesn’t' : `${unevenRows} rows don’t`;
    notes.push(`${rows} add up: ${UNEVEN}.`);
  }
  return notes;
}
