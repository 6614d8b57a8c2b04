/** The bar above the list: search, filters, and the report of a problem. */
import { Button, Pill, SegmentedControl, Title } from '@mantine/core';
import type { RefObject } from 'react';
import { OPERATION_WORDS } from '../../../../shared/activity/words.ts';
import type { Operation } from '../../../../shared/contract/activity.ts';
import { SearchField } from '../../../base/ui/SearchField.tsx';
import type { SearchText } from '../../../base/ui/search-text.ts';
import { reportProblem } from '../../../work/report/report.ts';
import { ConnectionChoice, FilterChoice } from '../../../work/rows/ListFilters.tsx';
import listClasses from '../../../work/rows/List.module.css';
import type { EndFilter, TimeFilter } from '../model/call-filter.ts';
import { useActivity, useActivitySession } from '../session/screen.ts';

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
  { value: 'all', label: 'Every operation' },
  ...Object.entries(OPERATION_WORDS).map(([value, label]) => ({
    value: value as Operation,
    label,
  })),
];

const CHOICE_WIDTH = '11rem';

export function CallFilters(props: {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly sought: SearchText;
}) {
  const session = useActivitySession();
  const filter = useActivity((state) => state.filter);
  return (
    <header className={listClasses['head']}>
      <Title order={2} size="lg">
        Activity
      </Title>
      <SegmentedControl
        aria-label="Show"
        data={[...ENDS]}
        value={filter.end}
        onChange={(end) => session.setFilter({ end })}
      />
      <SearchField
        ref={props.search}
        label="Search by address, operation or status"
        className={listClasses['search']}
        maxLength={200}
        sought={props.sought}
      />
      <span className={listClasses['filters']}>
        <FilterChoice
          width={CHOICE_WIDTH}
          label="Operation"
          data={OPERATIONS}
          value={filter.operation}
          onChange={(operation) => session.setFilter({ operation })}
        />
        <FilterChoice
          width={CHOICE_WIDTH}
          label="Time"
          data={TIMES}
          value={filter.time}
          onChange={(time) => session.setFilter({ time })}
        />
        <ConnectionChoice
          width={CHOICE_WIDTH}
          connectionId={filter.connectionId}
          onChange={(connectionId) => session.setFilter({ connectionId })}
        />
        {filter.jobId !== undefined && (
          <Pill
            withRemoveButton
            removeButtonProps={{ 'aria-label': 'Show calls of all tasks', 'aria-hidden': false }}
            onRemove={() => session.setFilter({ jobId: undefined })}
          >
            Calls of one task
          </Pill>
        )}
        <span className={listClasses['gap']} />
        <Button onClick={reportProblem}>Report a problem…</Button>
      </span>
    </header>
  );
}
