/** The bar above the list: search, filters, and the report of a problem. */
import { Button, Pill, SegmentedControl, Select, Title } from '@mantine/core';
import type { RefObject } from 'react';
import { OPERATION_WORDS } from '../../../../shared/activity/words.ts';
import type { Operation } from '../../../../shared/contract/activity.ts';
import { useConnections } from '../../../base/backend/connections.ts';
import { SearchField } from '../../../base/ui/SearchField.tsx';
import type { SearchText } from '../../../base/ui/search-text.ts';
import { reportProblem } from '../../../work/report/report.ts';
import classes from '../Activity.module.css';
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

export function CallFilters(props: {
  readonly search: RefObject<HTMLInputElement | null>;
  readonly sought: SearchText;
}) {
  const session = useActivitySession();
  const filter = useActivity((state) => state.filter);
  return (
    <header className={classes['head']}>
      <Title order={2} size="lg">
        Activity
      </Title>
      <SegmentedControl
        size="xs"
        aria-label="Show"
        data={[...ENDS]}
        value={filter.end}
        onChange={(end) => session.setFilter({ end })}
      />
      <SearchField
        ref={props.search}
        label="Search by address, operation or status"
        className={classes['search']}
        maxLength={200}
        sought={props.sought}
      />
      <span className={classes['filters']}>
        <Choice
          label="Operation"
          data={OPERATIONS}
          value={filter.operation}
          onChange={(operation) => session.setFilter({ operation })}
        />
        <Choice
          label="Time"
          data={TIMES}
          value={filter.time}
          onChange={(time) => session.setFilter({ time })}
        />
        <ConnectionChoice />
        {filter.jobId !== undefined && (
          <Pill
            withRemoveButton
            removeButtonProps={{ 'aria-label': 'Show calls of all tasks', 'aria-hidden': false }}
            onRemove={() => session.setFilter({ jobId: undefined })}
          >
            Calls of one task
          </Pill>
        )}
        <span className={classes['gap']} />
        <Button variant="default" onClick={reportProblem}>
          Report a problem…
        </Button>
      </span>
    </header>
  );
}

/** With one connection there is nothing to choose. */
function ConnectionChoice() {
  const connections = useConnections() ?? [];
  const session = useActivitySession();
  const connectionId = useActivity((state) => state.filter.connectionId);
  if (connections.length < 2) return null;
  return (
    <Choice
      label="Connection"
      data={[
        { value: '', label: 'Every connection' },
        ...connections.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={connectionId ?? ''}
      onChange={(id) => session.setFilter({ connectionId: id === '' ? undefined : id })}
    />
  );
}

function Choice<Value extends string>(props: {
  readonly label: string;
  readonly data: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}) {
  const { label, data, value, onChange } = props;
  return (
    <Select
      size="xs"
      className={classes['choice'] ?? ''}
      aria-label={label}
      allowDeselect={false}
      checkIconPosition="right"
      data={[...data]}
      value={value}
      onChange={(next) => {
        const chosen = data.find((entry) => entry.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    />
  );
}
