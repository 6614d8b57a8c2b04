import { ActionIcon, Button, Menu, Pill } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { OPERATION_WORDS } from '../../../shared/activity/words.ts';
import type { Operation } from '../../../shared/contract/activity.ts';
import { Toolbar } from '../../core/frame/Frame.tsx';
import { SearchField } from '../../core/ui/SearchField.tsx';
import type { SearchText } from '../../core/ui/search-text.ts';
import { reportProblem } from '../../features/report/report.ts';
import { ConnectionSub, FilterChoice, FilterSub } from '../../features/rows/ListFilters.tsx';
import type { EndFilter, TimeFilter } from './model/call-filter.ts';
import { useActivity, useActivitySession } from './session/use-activity.ts';
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

export function CallFilters(props: {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly sought: SearchText;
}) {
  const session = useActivitySession();
  const filter = useActivity((state) => state.filter);
  const operation = {
    label: 'Operation',
    data: OPERATIONS,
    value: filter.operation,
    onChange: (next: Operation | 'all') => session.setFilter({ operation: next }),
  };
  const time = {
    label: 'Time',
    data: TIMES,
    value: filter.time,
    onChange: (next: TimeFilter) => session.setFilter({ time: next }),
  };
  return (
    <Toolbar label="Filters">
      <Segments
        aria-label="Show"
        data={ENDS}
        value={filter.end}
        onChange={(end) => session.setFilter({ end })}
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
            onChange={(connectionId) => session.setFilter({ connectionId })}
          />
        </Menu.Dropdown>
      </Menu>
      {filter.jobId !== undefined && (
        <Pill
          withRemoveButton
          removeButtonProps={{ 'aria-label': 'Show calls of all tasks', 'aria-hidden': false }}
          onRemove={() => session.setFilter({ jobId: undefined })}
        >
          Calls of one task
        </Pill>
      )}
      <SearchField
        ref={props.search}
        label="Search by address, operation or status"
        placeholder="Address or status"
        maxLength={200}
        sought={props.sought}
      />
      <Button onClick={reportProblem}>Report a problem…</Button>
    </Toolbar>
  );
}
