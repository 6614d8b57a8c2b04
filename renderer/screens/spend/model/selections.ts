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

export interface OpenedRows {
  readonly selection: SpendSelection;
  readonly label: string;
  readonly amount: Amount;
}

/** The part of a series whose rows are wanted; all of it if empty. */
export interface RowsAt {
  /** Index in the series, like `key`. */
  readonly bar?: number | undefined;
  readonly key?: number | undefined;
  /** Only rows in which voucher and cash don’t add up. */
  readonly isUneven?: true;
}

export function filterOf(
  view: SpendView,
  accountIds: readonly string[],
  activeId: string,
): SpendFilter {
  const { categories, without, productKey, ownerId, connectionId } = view;
  const name = view.productName.trim();
  const areAll = view.areAllConnections === true && accountIds.length > 1;
  const only = accountIds.filter((id) => id === connectionId);
  return {
    categories,
    ...(without === undefined ? {} : { without }),
    ...(name === '' ? {} : { productName: name }),
    ...(productKey === undefined ? {} : { productKey }),
    ...(ownerId === undefined ? {} : { ownerId }),
    connectionIds: !areAll ? [activeId] : only.length === 0 ? [...accountIds] : only,
  };
}

export function rowsBehind(
  series: SpendSeries,
  view: Pick<SpendView, 'groupBy'> & {
    readonly filter: SpendFilter;
    /** True if the bars were made from hourly bills. */
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
