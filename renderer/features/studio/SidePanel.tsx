/** The right panel: the next run, running jobs, and the results. */
import { Text } from '@mantine/core';
import { ScreenPanel } from '../../screen/ScreenPanel.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { HistoryList } from './results/HistoryList.tsx';
import { RunList } from './run/RunList.tsx';
import { RunPanel } from './run/RunPanel.tsx';
import { SavingBar } from './saving/SavingBar.tsx';
import { useStudio, useStudioSession } from './session/index.ts';

export function SidePanel() {
  const session = useStudioSession();
  const photo = useStudio((state) => state.photo);
  const isReady = useStudio((state) => state.status === 'ready');
  const error = useStudio((state) => state.error);
  return (
    <ScreenPanel
      label="Clean-up and text"
      head={
        <>
          <RunPanel />
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
      <RunList />
      <HistoryList />
      {photo?.notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
    </ScreenPanel>
  );
}
