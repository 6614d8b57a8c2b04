import { Button, Group, Stack } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { readError } from '../../core/backend/read-error.ts';
import { useSetting } from '../../core/backend/settings.ts';
import { showScreen, useIntent } from '../../core/screen/navigation.ts';
import { Frame } from '../../core/frame/Frame.tsx';
import { ErrorNotice } from '../../core/ui/ErrorNotice.tsx';
import { useSearchText } from '../../core/ui/search-text.ts';
import { NoRows } from '../../features/rows/NoRows.tsx';
import { shownOr } from '../../features/rows/selection.ts';
import { useActivityCommands } from './use-activity-commands.ts';
import { CallFilters } from './CallFilters.tsx';
import { CallList } from './CallList.tsx';
import { areCallsFiltered, NO_CALL_FILTER } from './model/call-filter.ts';
import { CallPanel } from './CallPanel.tsx';
import { useActivity, useActivitySession } from './session/use-activity.ts';
import { useCallSteps } from './session/use-call-steps.ts';
import { useCalls } from './session/use-calls.ts';

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
