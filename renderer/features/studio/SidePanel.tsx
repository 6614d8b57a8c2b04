/** The right panel: what a run would do, what is under way, and what lies on the photo. */
import { Button, Text } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { HistoryList } from './results/HistoryList.tsx';
import { RunList } from './run/RunList.tsx';
import { RunPanel } from './run/RunPanel.tsx';
import { useStudio } from './session/studio-store.ts';
import classes from './Studio.module.css';

export function SidePanel() {
  const photo = useStudio((state) => state.photo);
  const isReady = useStudio((state) => state.status === 'ready');
  const error = useStudio((state) => state.error);
  return (
    <aside className={classes['panel']} aria-label="Clean-up">
      <RunPanel />
      {error !== undefined && isReady && (
        <ErrorNotice error={error} onClose={() => useStudio.setState({ error: undefined })} />
      )}
      <RunList />
      <HistoryList />
      {photo?.notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
      <Button
        mt="auto"
        variant="default"
        leftSection={<IconDeviceFloppy size={16} />}
        disabled={!isReady}
        onClick={() => useStudio.setState({ isSaveShown: true })}
      >
        Save as…
      </Button>
    </aside>
  );
}
