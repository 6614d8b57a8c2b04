import { Box, Button, Center, Flex, Group, Loader, Stack, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import type { Connection } from '../../../shared/contract/connections.ts';
import type { SpendRange, SpendSeries } from '../../../shared/contract/spend.ts';
import { DEFAULT_SPEND_VIEW, type SpendView } from '../../../shared/contract/spend-view.ts';
import { useActiveConnection } from '../../core/backend/connections.ts';
import { readError } from '../../core/backend/read-error.ts';
import { useScreenStates, useUpdateScreenState } from '../../core/backend/settings.ts';
import { Frame } from '../../core/frame/Frame.tsx';
import { useScreen } from '../../core/screen/screen-context.tsx';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { paletteOn, useColourScheme, useMedium } from './chart/use-medium.ts';

import { withNames } from './chart/palette.ts';
import { SpendChart } from './chart/SpendChart.tsx';
import { Legend } from './chart/Legend.tsx';
import { AttributionPanel } from './AttributionPanel.tsx';
import { localObstacle } from './model/local-days.ts';
import { nameOfRange, neighbourOf, rangeOf, titleOfRange } from './model/period.ts';
import { rowsBehind, type RowsAt } from './model/selections.ts';
import { BudgetsButton, Spikes } from './forecast/ForecastNotes.tsx';
import { SpendControls } from './controls/SpendControls.tsx';
import { failureSentences } from './model/failures.ts';
import { onlyKey } from './model/only-key.ts';
import { billsName } from './model/view-text.ts';
import { PrintedBill } from './print/PrintedBill.tsx';
import { printPage, usePrinting } from './print/use-printing.ts';

import { printedNotes, SpendNotes, SpendStatus } from './SpendNotes.tsx';
import { SpendRowsTable } from './table/SpendRowsTable.tsx';
import { leaveRange, showConnection, takeLastRange, useSpend } from './session/use-spend.ts';
import { TIME_ZONE, useSpendFigures } from './session/use-spend-figures.ts';
import { Totals } from './Totals.tsx';
import { chartOut } from './chart/chart-out.ts';
import { useSpendCommands } from './use-spend-commands.ts';
import { useToday } from './session/use-today.ts';
import classes from './Spend.module.css';

/** Names beyond this share the colours that are there. */
const MOST_NAMES = 500;

/** Seconds. */
const DAY = 86_400;

const MADE_UP = 'Made-up bills for practice';

/** Parts of the view that leave the charges as they are. */
const APPEARANCE = new Set(['isCompared', 'isCumulative', 'hasPatterns']);

const closeRows = (): void => useSpend.setState({ opened: undefined });

const NO_NAMES: readonly string[] = [];

export function SpendScreen() {
  const connection = useActiveConnection();
  if (connection !== undefined) return <Spend key={connection.id} connection={connection} />;
  return (
    <Center h="100%">
      <Text c="dimmed">Connect your account to see its costs.</Text>
    </Center>
  );
}

function Spend({ connection }: { readonly connection: Connection }) {
  const state = useScreenStates('spendView', 'spendNames');
  const { isInFront } = useScreen();
  const update = useUpdateScreenState();
  const view = state?.spendView ?? DEFAULT_SPEND_VIEW;
  const isReady = state !== undefined && isInFront;
  const now = useToday(isReady);
  const range = useMemo(() => rangeOf(view.period, now), [view.period, now]);
  const opened = useSpend((state) => state.opened);
  const { ref, width, height } = useElementSize();
  const medium = useMedium();
  const hasPatterns = view.hasPatterns === true || medium !== 'screen';
  const isPrinting = usePrinting();
  const [areCallsWanted, setCallsWanted] = useState(false);

  const figures = useSpendFigures(view, range, connection.id, isReady, width);
  const { before, local, zone, sync, accounts, filter, series, compared, budget } = figures;

  const names = useNames(state?.spendNames, series);
  const colours = { names, palette: paletteOn(medium, useColourScheme()), hasPatterns };

  useEffect(() => showConnection(connection.id), [connection.id]);

  const set = (changes: Partial<SpendView>): void => {
    update({ spendView: { ...view, ...changes } });
    if (Object.keys(changes).some((key) => !APPEARANCE.has(key))) closeRows();
  };
  const change = (changes: Partial<SpendView>): void => {
    if (changes.period !== undefined) leaveRange(range);
    set(changes);
  };
  const show = (next: SpendRange, changes: Partial<SpendView> = {}): void =>
    change({ period: { kind: 'dates', ...next }, ...changes });
  const hasNext = range.end <= now;
  const preset = view.period.kind === 'preset' ? view.period.id : undefined;
  const shift = (direction: -1 | 1): void => show(neighbourOf(range, direction, preset));
  const back = (): void => {
    const last = takeLastRange(range);
    if (last !== undefined) set({ period: { kind: 'dates', ...last } });
  };
  const rowsAt = (at: RowsAt) =>
    series &&
    rowsBehind(series, { groupBy: view.groupBy, filter, isByHour: local !== undefined }, range, at);
  const open = (at: RowsAt): void => {
    const rows = rowsAt(at);
    setCallsWanted(false);
    if (rows !== undefined) useSpend.setState({ opened: rows });
  };
  const isPractice = connection.kind === 'practice';
  const origin = isPractice && filter.connectionIds?.includes(connection.id) ? MADE_UP : undefined;
  const name = billsName(filter, [connection, ...accounts]);
  const out = chartOut({
    chart: {
      series,
      before: compared,
      isCumulative: view.isCumulative,
      budget,
      names,
      hasPatterns,
    },
    connectionName: name,
    origin,
    view,
    range,
    beforeRange: before,
    zone,
    now,
  });
  const print = (): void => printPage(`Gesso ${titleOfRange(range, name)}`);
  useSpendCommands({
    out,
    print,
    view,
    series,
    change,
    hasNext,
    shift,
    back,
    openAll: () => open({}),
    readAgain: sync.readAgain,
    isPractice,
  });

  const isComparable = range.end - range.start <= 31 * DAY;
  const areCallsShown = areCallsWanted && isComparable;
  const rows = opened ?? ((series?.total.rows ?? 0) > 0 ? rowsAt({}) : undefined);
  return (
    <Frame
      toolbar={
        <SpendControls
          view={view}
          range={range}
          now={now}
          out={out}
          localObstacle={localObstacle(view, range, TIME_ZONE)}
          hasSeveral={accounts.length > 1}
          hasPatterns={hasPatterns}
          ownersQuery={figures.question}
          furtherCategories={series?.furtherCategories ?? NO_NAMES}
          connectionName={(id) => accounts.find((each) => each.id === id)?.name}
          isReading={sync.isReading}
          budgets={<BudgetsButton />}
          onReadAgain={sync.readAgain}
          onPrint={print}
          onChange={change}
          hasNext={hasNext}
          onShift={shift}
        />
      }
      status={<SpendStatus sync={sync} series={series} zone={zone} origin={origin} />}
    >
      <div className={classes['screen']}>
        {sync.error !== undefined && (
          <ErrorNotice error={sync.error} actions={{ retry: sync.readAgain }} />
        )}
        {figures.error !== null && <ErrorNotice error={readError(figures.error)} />}
        <Top
          sync={sync}
          series={series}
          before={compared}
          beforeRange={before}
          now={now}
          onOpen={open}
          onReadAgain={sync.readAgain}
          onCompare={isComparable ? () => setCallsWanted(true) : undefined}
          onDay={(start) => show({ start, end: start + DAY }, { unit: 'hour' })}
        />
        <Middle>
          <Box ref={ref} flex={1} miw={0}>
            {series === undefined ? (
              <Loader size="sm" />
            ) : (
              <SpendChart
                series={series}
                opened={opened?.selection.range}
                before={compared}
                isCumulative={view.isCumulative}
                budget={budget}
                {...colours}
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
          </Box>
          {series !== undefined && (
            <Legend
              series={series}
              before={compared}
              beforeName={nameOfRange(before, now)}
              {...colours}
              onlyOf={(key) => {
                const only = onlyKey(view, key);
                return only && (() => change(only));
              }}
              onOpen={(key) => open({ key })}
            />
          )}
        </Middle>
        {areCallsShown && <AttributionPanel range={range} onClose={() => setCallsWanted(false)} />}
        {!areCallsShown && rows !== undefined && (
          <SpendRowsTable
            opened={rows}
            colours={view.groupBy === 'category' ? colours : undefined}
            onClose={opened && closeRows}
          />
        )}
        {!areCallsShown && rows === undefined && areBillsRead(series) && (
          <Stack flex={1} align="center" justify="center">
            <Text c="dimmed">No charges in this period.</Text>
            <Button onClick={() => shift(-1)}>
              Show {nameOfRange(neighbourOf(range, -1, preset), now)}
            </Button>
          </Stack>
        )}
        {isPrinting && series !== undefined && (
          <PrintedBill
            title={titleOfRange(range, name)}
            subtitle={out.subtitle}
            series={series}
            before={compared}
            beforeRange={before}
            isCumulative={view.isCumulative}
            budget={budget}
            names={names}
            notes={[...failureSentences(sync.failed), ...printedNotes(series)]}
            now={now}
          />
        )}
      </div>
    </Frame>
  );
}

function areBillsRead(series: SpendSeries | undefined): boolean {
  return series !== undefined && series.buckets.every(({ state }) => state !== 'unknown');
}

/** @param stored `undefined` until they are loaded */
function useNames(
  stored: readonly string[] | undefined,
  series: SpendSeries | undefined,
): readonly string[] {
  const update = useUpdateScreenState();
  const kept = stored ?? NO_NAMES;
  const names = useMemo(
    () => withNames(kept, series?.keys.map(({ key }) => key) ?? []),
    [kept, series],
  );
  useEffect(() => {
    if (stored === undefined || names === kept || kept.length >= MOST_NAMES) return;
    update({ spendNames: names.slice(0, MOST_NAMES) });
  });
  return names;
}

function Middle({ children }: { readonly children: ReactNode }) {
  return (
    <Flex
      flex="none"
      gap="xl"
      h="calc(var(--gesso-inspector) - var(--gesso-space-2xl))"
      px="lg"
      py="xs"
    >
      {children}
    </Flex>
  );
}

function Top(
  props: Pick<ComponentProps<typeof Totals>, 'before' | 'beforeRange' | 'now' | 'onCompare'> &
    Omit<ComponentProps<typeof SpendNotes>, 'onUneven'> & {
      readonly onOpen: (at: RowsAt) => void;
      readonly onDay: (start: number) => void;
    },
) {
  const { sync, series, onOpen, onReadAgain, onDay } = props;
  return (
    <Group
      flex="none"
      gap="var(--gesso-space-xs) var(--gesso-space-lg)"
      justify="space-between"
      px="lg"
      pt="md"
    >
      <Totals {...props} isReading={sync.isReading} onOpen={() => onOpen({})} />
      <SpendNotes
        sync={sync}
        series={series}
        onUneven={() => onOpen({ isUneven: true })}
        onReadAgain={onReadAgain}
      />
      <Spikes onDay={onDay} />
    </Group>
  );
}
