import { ActionIcon, Button, Group, Menu, Pill, Stack } from '@mantine/core';
import {
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from 'react';
import { readError } from '../../core/backend/read-error.ts';
import { useSetting } from '../../core/backend/settings.ts';
import { showScreen, useIntent } from '../../core/screen/navigation.ts';
import { Frame, Toolbar } from '../../core/frame/Frame.tsx';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { type SearchText, useSearchText } from '../../core/ui/search-text.ts';
import { NoRows } from '../../features/rows/NoRows.tsx';
import { type Selection, shownOr } from '../../features/rows/selection.ts';
import { useActivityCommands } from './use-activity-commands.ts';
import { CallList } from './CallList.tsx';
import {
  type CallFilter,
  type EndFilter,
  NO_CALL_FILTER,
  type TimeFilter,
  areCallsFiltered,
  callQuery,
} from './model/call-filter.ts';
import { CallPanel } from './CallPanel.tsx';
import { setCallFilter, useActivity } from './session/use-activity.ts';
import type { Operation, RecordedCall } from '../../../shared/contract/activity.ts';
import { useLoadedSteps } from '../../features/rows/use-loaded-steps.ts';
import type { ListSteps } from '../../features/rows/use-row-steps.ts';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../core/backend/client.ts';
import { useScreen } from '../../core/screen/screen-context.tsx';
import { useLoadedPages } from '../../features/rows/use-loaded-pages.ts';
import { IconDots } from '@tabler/icons-react';
import { OPERATION_WORDS } from '../../../shared/activity/words.ts';
import { SearchField } from '../../core/ui/SearchField.tsx';
import { reportProblem } from '../../features/report/report.ts';
import { ConnectionSub, FilterChoice, FilterSub } from '../../features/rows/ListFilters.tsx';
import { Segments } from '../../core/ui/Segments.tsx';

const ENDS: readonly { readonly value: EndFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'ok', label: 'Done' },
  { value: 'failed', label: 'Failed' },
  { value: 'stopped', label: 'Stopped' },
];

const TIMES: readonly { readonly value: TimeFilter; readonly label: string }[] = [
  { value: 'any', label: 'Any time' },
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
];

const OPERATIONS: readonly { readonly value: Operation | 'all'; readonly label: string }[] = [
  { value: 'all', label: 'Any operation' },
  ...Object.entries(OPERATION_WORDS).map(([value, label]) => ({
    value: value as Operation,
    label,
  })),
];

const PAGE = 60;

/** Beyond this many pages the list refreshes only on request. */
const MOST_FOLLOWED = 5;

const callsOf = ({ calls }: { readonly calls: readonly RecordedCall[] }) => calls;

const isLong = (pages: readonly unknown[] = []): boolean => pages.length > MOST_FOLLOWED;

export function ActivityScreen() {
  const filter = useActivity((state) => state.filter);
  const selected = useActivity((state) => state.selection);
  const search = useRef<HTMLInputElement>(null);
  const sought = useSearchText(filter.text);
  const { text } = sought;
  useEffect(() => setCallFilter({ text }), [text]);
  const found = useCalls(
    filter,
    useActivity((state) => state.filteredAt),
  );
  const { rows: calls, hasMore, loadMore, loadNext } = found;
  const selection = useMemo(() => shownOr(selected, calls[0]?.id), [selected, calls]);
  const steps = useCallSteps(calls, { hasMore, read: loadNext }, () => selection);
  const call = calls.find(({ id }) => id === selection.focus?.key);
  useActivityCommands({ steps, call, search, onClear: () => sought.type('') });
  useIntent((intent) => {
    if (intent.kind !== 'show-calls') return;
    sought.type('');
    setCallFilter({ ...NO_CALL_FILTER, jobId: intent.jobId });
  });

  return (
    <Frame
      toolbar={<CallFilters search={search} sought={sought} />}
      inspector={<CallPanel call={call} />}
    >
      <Stack gap={0} h="100%">
        {found.error !== null && (
          <ErrorNotice
            error={readError(found.error)}
            actionLabel="Try again"
            onAction={found.reload}
          />
        )}
        {found.isBehind && (
          <Group justify="center">
            <Button size="compact-sm" onClick={found.readAgain}>
              Show new calls
            </Button>
          </Group>
        )}
        {found.pages !== undefined && calls.length === 0 ? (
          <Empty isSomeLeftOut={areCallsFiltered(filter)} />
        ) : (
          <CallList
            calls={calls}
            hasMore={hasMore}
            loadMore={hasMore ? loadMore : undefined}
            steps={steps}
            selection={selection}
          />
        )}
      </Stack>
    </Frame>
  );
}

function CallFilters(props: {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly sought: SearchText;
}) {
  const filter = useActivity((state) => state.filter);
  const operation = {
    label: 'Operation',
    data: OPERATIONS,
    value: filter.operation,
    onChange: (next: Operation | 'all') => setCallFilter({ operation: next }),
  };
  const time = {
    label: 'Time',
    data: TIMES,
    value: filter.time,
    onChange: (next: TimeFilter) => setCallFilter({ time: next }),
  };
  return (
    <Toolbar label="Filters">
      <Segments
        aria-label="Show"
        data={ENDS}
        value={filter.end}
        onChange={(end) => setCallFilter({ end })}
      />
      <span data-wide>
        <FilterChoice {...operation} />
        <FilterChoice {...time} />
      </span>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon
            aria-label="More filters"
            data-active={filter.connectionId !== undefined || undefined}
          >
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <FilterSub {...operation} />
          <FilterSub {...time} />
          <ConnectionSub
            connectionId={filter.connectionId}
            onChange={(connectionId) => setCallFilter({ connectionId })}
          />
        </Menu.Dropdown>
      </Menu>
      {filter.jobId !== undefined && (
        <Pill
          withRemoveButton
          removeButtonProps={{ 'aria-label': 'Show calls of all tasks', 'aria-hidden': false }}
          onRemove={() => setCallFilter({ jobId: undefined })}
        >
          Calls of one task
        </Pill>
      )}
      <SearchField
        ref={props.search}
        label="Search by address, operation or status"
        placeholder="Address or status"
        sought={props.sought}
      />
      <Button flex="none" onClick={reportProblem}>
        Report a problem…
      </Button>
    </Toolbar>
  );
}

/**
 * @param filter the same object while nothing changes
 * @param since ms since 1970; keeps the beginning of "last hour" while the list is paged
 */
function useCalls(filter: CallFilter, since: number) {
  const client = useQueryClient();
  const { isInFront } = useScreen();
  const query = useMemo(() => callQuery(filter, since), [filter, since]);
  const options = queries.activity.list.infiniteOptions({
    input: (before: number | undefined) => ({
      ...query,
      limit: PAGE,
      ...(before === undefined ? {} : { before }),
    }),
    initialPageParam: undefined,
    getNextPageParam: ({ calls }) => (calls.length < PAGE ? undefined : calls.at(-1)?.id),
    enabled: ({ state }) => isInFront && !isLong(state.data?.pages),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const { queryKey } = options;
  const loaded = useLoadedPages(options, callsOf);
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(listener),
    [client],
  );
  const isStale = useSyncExternalStore(
    subscribe,
    () => client.getQueryState(queryKey)?.isInvalidated === true,
  );
  return {
    ...loaded,
    isBehind: isStale && isLong(loaded.pages),
    readAgain: () => void client.resetQueries({ queryKey }),
  };
}

function useCallSteps(
  calls: readonly RecordedCall[],
  pages: { readonly hasMore: boolean; readonly read: () => Promise<unknown> },
  selection: () => Selection<number>,
): ListSteps<number> {
  return useLoadedSteps(
    { rows: calls, keyOf: ({ id }) => id, ...pages },
    {
      view: () => useActivity.getState().filter,
      selection,
      select: (next) => useActivity.setState({ selection: next }),
    },
  );
}

function Empty({ isSomeLeftOut }: { readonly isSomeLeftOut: boolean }) {
  const isOn = useSetting('isActivityKept');
  const words = isSomeLeftOut
    ? 'No calls match.'
    : isOn
      ? 'No calls yet. Pictures, texts and keys are never kept here.'
      : 'Activity is off, so calls are not listed.';
  return (
    <NoRows words={words}>
      {!isOn && <Button onClick={() => showScreen('settings')}>Open Settings</Button>}
    </NoRows>
  );
}
