import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import type { SpendRange, SpendRead } from '../../../../shared/contract/spend.ts';
import type { SpendView } from '../../../../shared/contract/spend-view.ts';
import { useConnections } from '../../../core/backend/connections.ts';
import { queries } from '../../../core/backend/client.ts';
import { barsThatFit } from '../chart/geometry.ts';
import { budgetLine } from '../model/budget-line.ts';
import { localQuery, withLocalNames, type LocalQuery } from '../model/local-days.ts';
import { stretchBefore } from '../model/period.ts';
import { filterOf } from '../model/selections.ts';
import { useBillSync } from './use-bill-sync.ts';
import { useForecast } from './use-forecast.ts';

/** Keys with a colour of their own. */
const SHOWN_KEYS = 6;

export const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * @param isReady settings and connection are loaded, and the screen is in front
 * @param width of the chart, CSS pixels; 0 until it is known
 */
export function useSpendFigures(
  view: SpendView,
  range: SpendRange,
  connectionId: string,
  isReady: boolean,
  width: number,
) {
  const before = useMemo(() => stretchBefore(range), [range]);
  const local = useMemo(() => localQuery(view, range, TIME_ZONE), [view, range]);
  const localBefore = useMemo(
    () => local && localQuery(view, before, TIME_ZONE),
    [local, view, before],
  );
  const isCompared = view.isCompared && before.start >= 0;
  const wanted = useMemo((): SpendRead | undefined => {
    if (!isReady) return undefined;
    const first = isCompared ? before : range;
    const all: SpendRange = {
      start: (isCompared ? localBefore : local)?.range.start ?? first.start,
      end: local?.range.end ?? range.end,
    };
    return { range: all, unit: local ? 'hour' : view.unit, categories: view.categories };
  }, [isReady, isCompared, before, range, local, localBefore, view.unit, view.categories]);
  const sync = useBillSync(wanted);

  const accounts = useConnections()?.filter(({ kind }) => kind === 'account') ?? [];
  const filter = filterOf(
    view,
    accounts.map(({ id }) => id),
    connectionId,
  );
  const query = {
    filter,
    unit: view.unit,
    groupBy: view.groupBy,
    maxKeys: SHOWN_KEYS,
    maxBuckets: barsThatFit(Math.max(width, 320)),
  };
  const current = useQuery(
    queries.spend.series.queryOptions({
      input: { ...query, range, ...changed(local) },
      enabled: isReady && width > 0,
      placeholderData: keepPreviousData,
    }),
  );
  // drawing them takes longer than a frame
  const series = useDeferredValue(
    useMemo(
      () => (current.data && local ? withLocalNames(current.data, range) : current.data),
      [current.data, local, range],
    ),
  );
  const previous = useQuery(
    queries.spend.series.queryOptions({
      input: { ...query, range: before, unit: series?.unit ?? view.unit, ...changed(localBefore) },
      enabled: isReady && isCompared && width > 0,
      placeholderData: keepPreviousData,
    }),
  );
  const compared = useDeferredValue(isCompared ? previous.data : undefined);

  const { data: spendForecast } = useForecast(isReady);

  const budgets = spendForecast?.budgets;
  const budget = useMemo(
    () =>
      series && view.areAllConnections !== true && local === undefined
        ? budgetLine(budgets ?? [], view, series, range)
        : undefined,
    [budgets, view, series, range, local],
  );
  return {
    before,
    local,
    /** UTC unless given. */
    zone: local && TIME_ZONE,
    sync,
    accounts,
    filter,
    series,
    compared,
    error: current.error,
    budget,
    /** For other queries about the same bills. */
    question: { ...query, range, ...changed(local) },
  };
}

function changed(local: LocalQuery | undefined) {
  return local && { range: local.range, dayStarts: [...local.dayStarts] };
}
