/** The bar above the list: search, filters, order, and groups on or off. */
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { IconEye, IconStack2 } from '@tabler/icons-react';
import type { RefObject } from 'react';
import type { Job, JobSort } from '../../../../shared/contract/jobs.ts';
import { PRICED_KINDS } from '../../../../shared/contract/prices.ts';
import { kindTitle } from '../../../work/jobs/job-words.ts';
import type { DayFilter, StateFilter } from '../model/task-filter.ts';
import { TasksTitle } from './TasksTitle.tsx';
import { SearchField } from '../../../base/ui/SearchField.tsx';
import type { SearchText } from '../../../base/ui/search-text.ts';
import { ConnectionChoice, FilterChoice } from '../../../work/rows/ListFilters.tsx';
import listClasses from '../../../work/rows/List.module.css';
import { useTasks, useTaskSession } from '../session/screen.ts';

const STATES: readonly { readonly value: StateFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'running', label: 'Running' },
  { value: 'done', label: 'Done' },
  { value: 'failed', label: 'Failed' },
  { value: 'stopped', label: 'Stopped' },
];

const DAYS: readonly { readonly value: DayFilter; readonly label: string }[] = [
  { value: 'any', label: 'Any day' },
  { value: 'today', label: 'Today' },
  { value: 'yesterday', label: 'Yesterday' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
  { value: 'on', label: 'A day…' },
];

const SORTS: readonly { readonly value: JobSort; readonly label: string }[] = [
  { value: 'newest', label: 'Newest' },
  { value: 'duration', label: 'Longest' },
  { value: 'cost', label: 'Most expensive' },
];

const KINDS: readonly { readonly value: Job['kind'] | 'all'; readonly label: string }[] = [
  { value: 'all', label: 'Every kind' },
  ...[...PRICED_KINDS, 'watch' as const].map((kind) => ({ value: kind, label: kindTitle(kind) })),
];

const CHOICE_WIDTH = '9.5rem';

export function TaskFilters(props: {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly sought: SearchText;
  readonly onWatch: () => void;
}) {
  const { search, sought, onWatch } = props;
  const session = useTaskSession();
  const filter = useTasks((state) => state.filter);
  return (
    <header className={listClasses['head']}>
      <TasksTitle />
      <SegmentedControl
        aria-label="Show"
        data={[...STATES]}
        value={filter.state}
        onChange={(state) => session.setFilter({ state })}
      />
      <SearchField
        ref={search}
        label="Search by name or task ID"
        className={listClasses['search']}
        sought={sought}
      />
      <span className={listClasses['filters']}>
        <FilterChoice
          width={CHOICE_WIDTH}
          label="Kind"
          data={KINDS}
          value={filter.kind}
          onChange={(kind) => session.setFilter({ kind })}
        />
        <FilterChoice
          width={CHOICE_WIDTH}
          label="Day"
          data={DAYS}
          value={filter.day}
          onChange={(day) => session.setFilter({ day })}
        />
        {filter.day === 'on' && (
          <TextInput
            type="date"
            size="xs"
            aria-label="Started on"
            value={filter.date}
            onChange={(event) => session.setFilter({ date: event.currentTarget.value })}
          />
        )}
        <ConnectionChoice
          width={CHOICE_WIDTH}
          connectionId={filter.connectionId}
          onChange={(connectionId) => session.setFilter({ connectionId })}
        />
        <FilterChoice
          width={CHOICE_WIDTH}
          label="Order"
          data={SORTS}
          value={filter.sort}
          onChange={(sort) => session.setFilter({ sort })}
        />
        <IconButton
          label="Group by run"
          tip="Group by run, sweep and batch (G)"
          icon={<IconStack2 size={16} />}
          size={30}
          variant={filter.isGrouped && filter.sort === 'newest' ? 'light' : 'subtle'}
          color={filter.isGrouped && filter.sort === 'newest' ? 'accent' : 'gray'}
          disabled={filter.sort !== 'newest'}
          aria-pressed={filter.isGrouped}
          onClick={() => session.setFilter({ isGrouped: !filter.isGrouped })}
        />
        <span className={listClasses['gap']} />
        <Button leftSection={<IconEye size={16} />} onClick={onWatch}>
          Watch a task…
        </Button>
      </span>
    </header>
  );
}
