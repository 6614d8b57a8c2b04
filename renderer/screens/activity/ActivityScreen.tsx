import { Button, Group, Stack } from '@mantine/core';
import { useCallback, useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { readError } from '../../core/backend/read-error.ts';
import { useSetting } from '../../core/backend/settings.ts';
import { showScreen, useIntent } from '../../core/screen/navigation.ts';
import { Frame } from '../../core/frame/Frame.tsx';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { useSearchText } from '../../core/ui/search-text.ts';
import { NoRows } from '../../features/rows/NoRows.tsx';
import { type Selection, shownOr } from '../../features/rows/selection.ts';
import { useActivityCommands } from './use-activity-commands.ts';
import { CallFilters } from './CallFilters.tsx';
import { CallList } from './CallList.tsx';
import {
  type CallFilter,
  NO_CALL_FILTER,
  areCallsFiltered,
  callQuery,
} from './model/call-filter.ts';
import { CallPanel } from './CallPanel.tsx';
import { useActivity, useActivitySession, useActivityState } from './session/use-activity.ts';
import type { RecordedCall } from '../../../shared/contract/activity.ts';
import { useLoadedSteps } from '../../features/rows/use-loaded-steps.ts';
import type { ListSteps } from '../../features/rows/use-row-steps.ts';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { queries } from '../../core/backend/client.ts';
import { useScreen } from '../../core/screen/screen-context.tsx';
import { useLoadedPages } from '../../features/rows/use-loaded-pages.ts';

const PAGE = 60;

/** Beyond this many pages the list refreshes only on request. */
const MOST_FOLLOWED = 5;

const callsOf = ({ calls }: { readonly calls: readonly RecordedCall[] }) => calls;

const isLong = (pages: readonly unknown[] = []): boolean => pages.length > MOST_FOLLOWED;

export function ActivityScreen() {
  const session = useActivitySession();
  const filter = useActivity((state) => state.filter);
  const selected = useActivity((state) => state.selection);
  const search = useRef<HTMLInputElement>(null);
  const sought = useSearchText(filter.text);
  const { text } = sought;
  useEffect(() => session.setFilter({ text }), [session, text]);
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
    session.setFilter({ ...NO_CALL_FILTER, jobId: intent.jobId });
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
  const { select } = useActivitySession();
  const state = useActivityState();
  return useLoadedSteps(
    { rows: calls, keyOf: ({ id }) => id, ...pages },
    { view: () => state().filter, selection, select },
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
