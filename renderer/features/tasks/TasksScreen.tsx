/** Every job of every kind, running and past: found, looked at, run again; and tasks that are watched. */
import { Button, Group, SegmentedControl, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconEye, IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { readError } from '../../backend/read-error.ts';
import { useCommands } from '../../commands/commands.ts';
import type { JobFilter } from '../../jobs/job-list.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { JobRows } from './JobRows.tsx';
import classes from './Tasks.module.css';
import { useJobPages } from './use-job-pages.ts';
import { WatchDialog } from './WatchDialog.tsx';

const FILTERS: readonly { readonly value: JobFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'running', label: 'Running' },
  { value: 'done', label: 'Done' },
  { value: 'failed', label: 'Failed' },
];

/** Typing pauses of this length are searched for, ms. */
const SEARCH_DELAY = 200;

export function TasksScreen() {
  const [filter, setFilter] = useState<JobFilter>('all');
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, SEARCH_DELAY);
  const [isWatchShown, setWatchShown] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const pages = useJobPages(filter, text);

  useCommands([
    {
      id: 'tasks.search',
      title: 'Search tasks',
      group: 'Tasks',
      shortcuts: ['Mod+F'],
      keywords: ['find', 'filter'],
      run: () => search.current?.focus(),
    },
    {
      id: 'tasks.watch',
      title: 'Watch a task…',
      group: 'Tasks',
      shortcuts: ['W'],
      keywords: ['follow', 'task id'],
      run: () => setWatchShown(true),
    },
  ]);

  return (
    <div className={classes['page']}>
      <header className={classes['head']}>
        <Title order={2} size="lg">
          Tasks
        </Title>
        <SegmentedControl
          size="xs"
          aria-label="Show"
          data={[...FILTERS]}
          value={filter}
          onChange={setFilter}
        />
        <TextInput
          ref={search}
          className={classes['search'] ?? ''}
          size="xs"
          aria-label="Search by name or task ID"
          placeholder="Search by name or task ID"
          leftSection={<IconSearch size={14} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button
          variant="default"
          leftSection={<IconEye size={16} />}
          onClick={() => setWatchShown(true)}
        >
          Watch a task…
        </Button>
      </header>
      {pages.error !== null && (
        <ErrorNotice
          error={readError(pages.error)}
          actionLabel="Try again"
          onAction={pages.reload}
        />
      )}
      {pages.jobs.length === 0 && !pages.isLoading && pages.error === null ? (
        <Empty isFiltered={filter !== 'all' || text.trim() !== ''} />
      ) : (
        <JobRows pages={pages} />
      )}
      <WatchDialog isShown={isWatchShown} onClose={() => setWatchShown(false)} />
    </div>
  );
}

function Empty({ isFiltered }: { readonly isFiltered: boolean }) {
  return (
    <Group justify="center" className={classes['empty'] ?? ''}>
      <Text size="sm" c="dimmed" ta="center">
        {isFiltered
          ? 'No tasks match.'
          : 'No tasks yet. Your runs appear here with their progress and results. To follow a task started elsewhere, select Watch a task.'}
      </Text>
    </Group>
  );
}
