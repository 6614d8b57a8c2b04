/** The right panel: what a run would do, what is under way, and what lies on the photo. */
import { Text } from '@mantine/core';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { HistoryList } from './results/HistoryList.tsx';
import { RunList } from './run/RunList.tsx';
import { RunPanel } from './run/RunPanel.tsx';
import { SavingBar } from './saving/SavingBar.tsx';
import { useStudio } from './session/studio-store.ts';
import classes from './SidePanel.module.css';

export function SidePanel() {
  const photo = useStudio((state) => state.photo);
  const isReady = useStudio((state) => state.status === 'ready');
  const error = useStudio((state) => state.error);
  return (
    <aside className={classes['panel']} aria-label="Clean-up and text">
      <div className={classes['top']}>
        <RunPanel />
        {error !== undefined && isReady && (
          <ErrorNotice error={error} onClose={() => useStudio.setState({ error: undefined })} />
        )}
      </div>
      <div className={classes['middle']}>
        <RunList />
        <HistoryList />
        {photo?.notes.map((note) => (
          <Text key={note} size="xs" c="dimmed">
            {note}
          </Text>
        ))}
      </div>
      <div className={classes['bottom']}>
        <SavingBar />
      </div>
    </aside>
  );
}
