/** Which rows a number stands for: the same question that the number came from. Pure. */
import type {
  SpendFilter,
  SpendRange,
  SpendSelection,
  SpendSeries,
} from '../../../../shared/contract/spend.ts';
import type { SpendView } from '../../../../shared/contract/spend-view.ts';
import type { Amount } from '../../../../shared/spend/exact-money.ts';
import { barTotal } from './bar-totals.ts';
import { bucketName, keyName } from './chart-words.ts';

/** A number that was clicked, and its rows. */
export interface OpenedRows {
  readonly selection: SpendSelection;
  /** "LLM, 21 Nov" */
  readonly label: string;
  readonly amount: Amount;
}

/** The part of a series whose rows are wanted; nothing = all of it. */
export interface RowsAt {
  /** Counts from 0 in the series, and so does `key`. */
  readonly bar?: number | undefined;
  readonly key?: number | undefined;
  /** Only rows in which voucher and cash don’t add up. */
  readonly isUneven?: true;
}

/** The rows that count. @param accountIds all accounts; those of one are the active connection's */
export function filterOf(view: SpendView, accountIds: readonly string[]): SpendFilter {
  const { categories, without, productKey, ownerId, connectionId } = view;
  const name = view.productName.trim();
  const areAll = view.areAllConnections === true && accountIds.length > 1;
  const ids = accountIds.filter((id) => connectionId === undefined || id === connectionId);
  return {
    categories,
    ...(without === undefined ? {} : { without }),
    ...(name === '' ? {} : { productName: name }),
    ...(productKey === undefined ? {} : { productKey }),
    ...(ownerId === undefined ? {} : { ownerId }),
    ...(areAll ? { connectionIds: ids.length === 0 ? [...accountIds] : ids } : {}),
  };
}

/** The rows of a bar, of a key, of both, or of everything; or the uneven ones of these. */
export function rowsOf(
  series: SpendSeries,
  view: Pick<SpendView, 'groupBy'> & {
    readonly filter: SpendFilter;
    /** The bars were made from bills by the hour. */
    readonly isByHour: boolean;
  },
  range: SpendRange,
  at: RowsAt,
): OpenedRows {
  const bucket = at.bar === undefined ? undefined : series.buckets[at.bar];
  const key = at.key === undefined ? undefined : series.keys[at.key];
  const named = series.keys.flatMap((each) => each.key ?? []);
  const selection: SpendSelection = {
    range: bucket === undefined ? range : { start: bucket.start, end: bucket.end },
    filter: view.filter,
    unit: view.isByHour ? 'hour' : series.unit,
    ...(at.isUneven === true ? { isUneven: true } : {}),
    ...(key === undefined
      ? {}
      : {
          group: {
            by: view.groupBy,
            keys: key.key === undefined ? named : [key.key],
            isExcept: key.key === undefined,
          },
        }),
  };
  const names = [
    ...(at.isUneven === true ? ['Voucher and cash don’t add up'] : []),
    ...(key === undefined ? [] : [keyName(key)]),
    ...(bucket === undefined ? [] : [bucketName(bucket, series.unit)]),
  ];
  return {
    selection,
    label: names.length === 0 ? 'All rows' : names.join(', '),
    amount: amountOf(series, at.bar, at.key),
  };
}

function amountOf(series: SpendSeries, bar: number | undefined, key: number | undefined): Amount {
  if (key === undefined) return bar === undefined ? series.total.amount : barTotal(series, bar);
  const total = series.keys[key]?.total.amount ?? series.total.amount;
  if (bar === undefined) return total;
  return { exact: series.amounts[key]?.[bar] ?? '0', hasDecimals: total.hasDecimals };
}
