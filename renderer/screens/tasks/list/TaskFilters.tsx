import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconDots, IconEye } from '@tabler/icons-react';
import type { RefObject } from 'react';
import type { Job, JobSort } from '../../../../shared/contract/jobs.ts';
import { PRICED_KINDS } from '../../../../shared/contract/prices.ts';
import { Toolbar, ToolbarLine } from '../../../core/frame/Frame.tsx';
import { SearchField } from '../../../core/ui/SearchField.tsx';
import type { SearchText } from '../../../core/ui/search-text.ts';
import { kindTitle } from '../../../features/jobs/job-words.ts';
import { useJobs, runningJobs } from '../../../features/jobs/jobs.ts';
import { ConnectionSub, FilterChoice, FilterSub } from '../../../features/rows/ListFilters.tsx';
import type { DayFilter, StateFilter, TaskFilter } from '../model/task-filter.ts';
import { tasks, useTasks } from '../session/use-tasks.ts';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import { TASKS } from '../task-commands.ts';
import { Segments } from '../../../core/ui/Segments.tsx';
import { choicesOf } from '../../../core/ui/choices-of.ts';

const LISTS = choicesOf({ tasks: 'Pictures and clips', answers: 'Answers' });

export function ListChoice() {
  const list = useTasks((state) => state.list);
  return (
    <Segments
      aria-label="List"
      data={LISTS}
      value={list}
      onChange={(next) => useTasks.setState({ list: next })}
    />
  );
}

const STATES: readonly { readonly value: StateFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'running', label: 'Running' },
  { value: 'failed', label: 'Failed' },
  { value: 'done', label: 'Done' },
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
  { value: 'all', label: 'Any kind' },
  ...[...PRICED_KINDS, 'watch' as const].map((kind) => ({ value: kind, label: kindTitle(kind) })),
];

/** Number of states that always have a segment. */
const USUAL = 3;

export function TaskFilters(props: {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly sought: SearchText;
  readonly onWatch: () => void;
}) {
  const { shortcutKeys } = useKeyNames();
  const { search, sought, onWatch } = props;
  const filter = useTasks((state) => state.filter);
  const kind = {
    label: 'Kind',
    data: KINDS,
    value: filter.kind,
    onChange: (next: Job['kind'] | 'all') => tasks.setFilter({ kind: next }),
  };
  const day = {
    label: 'Day',
    data: DAYS,
    value: filter.day,
    onChange: (next: DayFilter) => tasks.setFilter({ day: next }),
  };
  return (
    <Toolbar label="Filters">
      <ListChoice />
      <ToolbarLine />
      <States />
      <span data-wide>
        <FilterChoice {...kind} />
        <FilterChoice {...day} />
      </span>
      {filter.day === 'on' && (
        <input
          type="date"
          aria-label="Started on"
          value={filter.date}
          onChange={(event) => tasks.setFilter({ date: event.currentTarget.value })}
        />
      )}
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon aria-label="More" data-active={isMoreSet(filter) || undefined}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <FilterSub
            label="State"
            data={STATES}
            value={filter.state}
            onChange={(state) => tasks.setFilter({ state })}
          />
          <FilterSub {...kind} />
          <FilterSub {...day} />
          <ConnectionSub
            connectionId={filter.connectionId}
            onChange={(connectionId) => tasks.setFilter({ connectionId })}
          />
          <FilterSub
            label="Order"
            data={SORTS}
            value={filter.sort}
            onChange={(sort) => tasks.setFilter({ sort })}
          />
          <Menu.Divider />
          <Menu.CheckboxItem
            checked={filter.isGrouped}
            disabled={filter.sort !== 'newest'}
            rightSection={shortcutKeys(TASKS.group).join(' ')}
            onChange={(isGrouped) => tasks.setFilter({ isGrouped })}
          >
            Group by run
          </Menu.CheckboxItem>
          <Menu.Divider />
          <Menu.Item leftSection={<IconEye size={16} />} onClick={onWatch}>
            Watch a task…
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <SearchField
        ref={search}
        label="Search by name or task ID"
        placeholder="Name or task ID"
        sought={sought}
      />
      <Button
        data-wide
        data-short="early"
        title="Watch a task…"
        leftSection={<IconEye size={16} />}
        onClick={onWatch}
      >
        Watch a task…
      </Button>
    </Toolbar>
  );
}

/** True if the list is filtered or sorted in a way that the bar does not show. */
function isMoreSet({ connectionId, sort, isGrouped }: TaskFilter): boolean {
  return connectionId !== undefined || sort !== 'newest' || !isGrouped;
}

function States() {
  const chosen = useTasks(({ filter }) => filter.state);
  const running = useJobs((state) => runningJobs(state.jobs).length);
  return (
    <Segments
      aria-label="Show"
      data={STATES.filter(({ value }, index) => index < USUAL || value === chosen).map(
        ({ value, label }) => ({
          value,
          label: value === 'running' && running > 0 ? `${label} ${running}` : label,
        }),
      )}
      value={chosen}
      onChange={(state) => tasks.setFilter({ state })}
    />
  );
}
