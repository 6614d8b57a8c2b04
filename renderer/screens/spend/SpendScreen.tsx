/** Spend: what the service has billed, as a chart whose every number opens its rows. */
import { Loader, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { SpendRange, SpendRead } from '../../../shared/contract/spend.ts';
import { DEFAULT_SPEND_VIEW } from '../../../shared/contract/default-settings.ts';
import type { SpendView } from '../../../shared/contract/spend-view.ts';
import { useActiveConnection, useConnections } from '../../base/backend/connections.ts';
import { queries } from '../../base/backend/client.ts';
import { readError } from '../../base/backend/read-error.ts';
import { useSettings, useUpdateSettings } from '../../base/backend/settings.ts';
import { useScreen } from '../../base/screen/screen-context.tsx';
import { ErrorNotice } from '../../base/ui/ErrorNotice.tsx';
import { useColourScheme } from './chart/use-colour-scheme.ts';
import { paletteOn, useMedium } from './chart/use-medium.ts';
import { barsThatFit } from './chart/geometry.ts';
import { withNames } from './chart/palette.ts';
import { SpendChart } from './chart/SpendChart.tsx';
import { Legend } from './chart/Legend.tsx';
import { CausedPanel } from './caused/CausedPanel.tsx';
import { localObstacle, localQuery, withLocalNames, type LocalQuery } from './model/local-days.ts';
import { rangeOf, stretchBefore, titleOfRange } from './model/period.ts';
import { filterOf, rowsOf } from './model/selections.ts';
import { budgetLine } from './model/budget-line.ts';
import { OutlookNotes } from './outlook/OutlookNotes.tsx';
import { SpendControls } from './controls/SpendControls.tsx';
import { failureSentences } from './model/failures.ts';
import { onlyKey } from './model/only-key.ts';
import { PrintedBill } from './print/PrintedBill.tsx';
import { printPage } from './print/print-page.ts';
import { usePrinting } from './print/use-printing.ts';
import { notesOf, SpendNotes } from './totals/SpendNotes.tsx';
import { SpendRowsTable } from './table/SpendRowsTable.tsx';
import { useSpend } from './session/spend-store.ts';
import { Totals } from './totals/Totals.tsx';
import { chartOut } from './chart/chart-out.ts';
import { useReading } from './session/use-reading.ts';
import { useSpendCommands } from './commands/use-spend-commands.ts';
import { useToday } from './session/use-today.ts';
import classes from './Spend.module.css';

/** Keys with a colour of their own. */
const SHOWN_KEYS = 6;

/** Names that keep their colour; later ones share those that are there. */
const MOST_NAMES = 500;

/** Seconds. */
const DAY = 86_400;

const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** As the question has it. */
function changed(local: LocalQuery | undefined) {
  return local && { range: local.range, dayStarts: [...local.dayStarts] };
}

/** Said of the bills of the practice service. */
const MADE_UP = 'Made-up bills, to practise with';

const NO_NAMES: readonly string[] = [];

export function SpendScreen() {
  const settings = useSettings();
  const connection = useActiveConnection();
  const { isInFront } = useScreen();
  const update = useUpdateSettings();
  const view = settings?.spendView ?? DEFAULT_SPEND_VIEW;
  const now = useToday();
  const range = useMemo(() => rangeOf(view.period, now), [view.period, now]);
  const before = useMemo(() => stretchBefore(range), [range]);
  const opened = useSpend((state) => state.opened);
  const { ref, width, height } = useElementSize();
  const medium = useMedium();
  const palette = paletteOn(medium, useColourScheme());
  const hasPatterns = view.hasPatterns === true || medium !== 'screen';
  const isPrinting = usePrinting();
  const [areCallsShown, setCompared] = useState(false);

  const local = useMemo(() => localQuery(view, range, TIME_ZONE), [view, range]);
  const localBefore = useMemo(
    () => local && localQuery(view, before, TIME_ZONE),
    [local, view, before],
  );
  const isReady = settings !== undefined && connection !== undefined && isInFront;
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
  const reading = useReading(wanted);

  const accounts = useConnections()?.filter(({ kind }) => kind === 'account') ?? [];
  const filter = filterOf(
    view,
    accounts.map(({ id }) => id),
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
  const series = useMemo(
    () => (current.data && local ? withLocalNames(current.data, range) : current.data),
    [current.data, local, range],
  );
  const previous = useQuery(
    queries.spend.series.queryOptions({
      input: { ...query, range: before, unit: series?.unit ?? view.unit, ...changed(localBefore) },
      enabled: isReady && isCompared && width > 0,
      placeholderData: keepPreviousData,
    }),
  );
  const compared = isCompared ? previous.data : undefined;

  const { data: outlook } = useQuery(queries.outlook.read.queryOptions({ enabled: isReady }));

  const budgets = outlook?.budgets;
  const budget = useMemo(
    () =>
      series && view.areAllConnections !== true && local === undefined
        ? budgetLine(budgets ?? [], view, series, range)
        : undefined,
    [budgets, view, series, range, local],
  );

  const kept = settings?.spendNames ?? NO_NAMES;
  const names = useMemo(
    () => withNames(kept, series?.keys.map(({ key }) => key) ?? []),
    [kept, series],
  );
  useEffect(() => {
    if (settings === undefined || names === kept || kept.length >= MOST_NAMES) return;
    update({ spendNames: names.slice(0, MOST_NAMES) });
  });

  const change = (changes: Partial<SpendView>): void =>
    update({ spendView: { ...view, ...changes } });
  const remember = (): void =>
    useSpend.setState((state) => ({ before: [...state.before, range].slice(-20), at: undefined }));
  const show = (next: SpendRange): void => {
    remember();
    change({ period: { kind: 'dates', ...next } });
  };
  const back = (): void => {
    const last = useSpend.getState().before.at(-1);
    if (last === undefined) return;
    useSpend.setState((state) => ({ before: state.before.slice(0, -1), at: undefined }));
    change({ period: { kind: 'dates', ...last } });
  };
  const open = (at: { readonly bar?: number; readonly key?: number | undefined }): void => {
    if (series !== undefined)
      useSpend.setState({
        opened: rowsOf(
          series,
          { groupBy: view.groupBy, filter, isByHour: local !== undefined },
          range,
          at,
        ),
      });
  };
  const isPractice = connection?.kind === 'practice';
  const out = chartOut({
    chart: {
      series,
      before: compared,
      isCumulative: view.isCumulative,
      budget,
      names,
      hasPatterns,
    },
    connectionName: connection?.name ?? '',
    origin: isPractice ? MADE_UP : undefined,
    view,
    range,
    beforeRange: before,
    now,
  });
  const print = (): void => printPage(`Gesso ${titleOfRange(range, connection?.name ?? '')}`);
  const nameOfConnection = (id: string) => accounts.find((each) => each.id === id)?.name;
  useSpendCommands({
    out,
    print,
    view,
    range,
    series,
    change,
    show,
    back,
    openAll: () => open({}),
    readAgain: reading.readAgain,
    outlook,
  });

  if (connection === undefined) {
    return (
      <div className={classes['nothing']}>
        <Text size="sm" c="dimmed">
          Connect your account to see its costs.
        </Text>
      </div>
    );
  }
  return (
    <div className={classes['screen']}>
      <SpendControls
        view={view}
        range={range}
        now={now}
        out={out}
        localObstacle={localObstacle(view, range, TIME_ZONE)}
        hasSeveral={accounts.length > 1}
        hasPatterns={hasPatterns}
        ownersQuery={{ ...query, range, ...changed(local) }}
        connectionName={nameOfConnection}
        onPrint={print}
        onChange={change}
      />
      {reading.error !== undefined && (
        <ErrorNotice error={reading.error} actions={{ retry: reading.readAgain }} />
      )}
      {current.error !== null && <ErrorNotice error={readError(current.error)} />}
      <Totals
        series={series}
        before={compared}
        zone={local === undefined ? undefined : TIME_ZONE}
        beforeRange={before}
        now={now}
        isReading={reading.isReading}
        onOpen={() => open({})}
      />
      <div className={classes['middle']}>
        <div className={classes['plot']} ref={ref}>
          {series === undefined ? (
            <Loader size="sm" />
          ) : (
            <SpendChart
              series={series}
              before={compared}
              isCumulative={view.isCumulative}
              budget={budget}
              names={names}
              palette={palette}
              hasPatterns={hasPatterns}
              note={isPractice ? MADE_UP : undefined}
              size={{ width: Math.max(width, 1), height: Math.max(height, 1) }}
              onOpen={(bar, key) => open({ bar, key })}
              onZoom={(from, to) =>
                show({
                  start: series.buckets[from]?.start ?? range.start,
                  end: series.buckets[to]?.end ?? range.end,
                })
              }
              onBack={back}
            />
          )}
        </div>
        {series !== undefined && (
          <Legend
            series={series}
            names={names}
            palette={palette}
            hasPatterns={hasPatterns}
            onlyOf={(key) => {
              const only = onlyKey(view, key);
              return only && (() => change(only));
            }}
            onOpen={(key) => open({ key })}
          />
        )}
      </div>
      <SpendNotes reading={reading} series={series} wantedUnit={view.unit} now={now} />
      <OutlookNotes
        canCompare={range.end - range.start <= 31 * DAY}
        onCompare={() => setCompared(true)}
        onDay={(start) => {
          remember();
          change({ period: { kind: 'dates', start, end: start + DAY }, unit: 'hour' });
        }}
      />
      {areCallsShown && range.end - range.start <= 31 * DAY && (
        <CausedPanel range={range} onClose={() => setCompared(false)} />
      )}
      {isPrinting && series !== undefined && (
        <PrintedBill
          title={titleOfRange(range, connection.name)}
          subtitle={out.subtitle}
          series={series}
          before={compared}
          beforeRange={before}
          isCumulative={view.isCumulative}
          budget={budget}
          names={names}
          notes={[...failureSentences(reading.failed), ...notesOf(series, view.unit)]}
          now={now}
        />
      )}
      {opened !== undefined && (
        <SpendRowsTable opened={opened} onClose={() => useSpend.setState({ opened: undefined })} />
      )}
    </div>
  );
}
