/** The right panel: the next run, running jobs, and the results. */
import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Inspector } from '../../../base/frame/Inspector.tsx';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { SavingBar } from '../saving/SavingBar.tsx';
import { RunList, RunPanel } from './photo-parts.ts';
import { useOnce } from './use-once.ts';
import { useStudio, useStudioSession } from '../session/index.ts';

// not seen before there is a result
const HistoryList = lazy(() => import('../results/HistoryList.tsx'));

export function SidePanel() {
  const session = useStudioSession();
  const photo = useStudio((state) => state.photo);
  const hasOpened = useOnce(useStudio((state) => state.status !== 'empty'));
  const isReady = useStudio((state) => state.status === 'ready');
  const error = useStudio((state) => state.error);
  const hasResults = useStudio((state) => state.patches.length > 0);
  return (
    <Inspector
      label="Clean-up and text"
      head={
        <>
          <Suspense fallback={null}>{hasOpened && <RunPanel />}</Suspense>
          {error !== undefined && isReady && (
            <ErrorNotice
              error={error}
              actions={{ retry: session?.retryOf(error) }}
              onClose={() => session?.dismissError()}
            />
          )}
        </>
      }
      footer={<SavingBar />}
    >
      <Suspense fallback={null}>
        {hasOpened && <RunList />}
        {hasResults && <HistoryList />}
      </Suspense>
      {photo?.notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
    </Inspector>
  );
}
