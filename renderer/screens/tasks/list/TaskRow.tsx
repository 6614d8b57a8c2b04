/** One row of the list: a task, or a group that opens. All rows have the same height. */
import { ActionIcon, Badge, Progress, Text, rem } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconStarFilled } from '@tabler/icons-react';
import { memo, type MouseEvent } from 'react';
import { isFinalJobState, type Job, type JobGroup } from '../../../../shared/contract/jobs.ts';
import { useJobFraction } from '../../../work/jobs/jobs.ts';
import { describeJob, durationOf, kindTitle } from '../../../work/jobs/job-words.ts';
import { settingsInWords } from '../../../work/jobs/settings-words.ts';
import { formatDuration, formatTime } from '../../../base/ui/format.ts';
import { formatMoney } from '../../../base/ui/money.ts';
import type { RowPlace } from '../../../work/rows/selection.ts';
import type { TaskRow as Row } from '../model/task-rows.ts';
import { countsInWords, groupTitle } from '../model/task-words.ts';
import { Result, Thumbnails } from './Thumbnails.tsx';
import listClasses from '../../../work/rows/List.module.css';
import classes from '../Tasks.module.css';

/** Height of a row, CSS pixels. */
export const ROW_HEIGHT = 60;

/** The element of a row; the list names the one that the keyboard is on. */
export function rowElementId(key: string): string {
  return `task-${key}`;
}

export const TaskRow = memo(function TaskRow(props: {
  readonly row: Row;
  readonly start: number;
  readonly index: number;
  readonly isSelected: boolean;
  readonly isFocused: boolean;
  readonly onPress: (row: RowPlace<string>, event: MouseEvent) => void;
  readonly onOpen: (key: string) => void;
}) {
  const { row, start, index, isSelected, isFocused, onPress, onOpen } = props;
  const isGroup = row.kind === 'group';
  return (
    <div
      id={rowElementId(row.key)}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      aria-level={row.kind === 'job' && row.groupId !== undefined ? 2 : 1}
      {...(isGroup ? { 'aria-expanded': row.isOpen } : {})}
      className={listClasses['row']}
      data-selected={isSelected || undefined}
      data-focused={isFocused || undefined}
      data-inner={(row.kind === 'job' && row.groupId !== undefined) || undefined}
      style={{ height: rem(ROW_HEIGHT), transform: `translateY(${start}px)` }}
      onClick={(event) => onPress({ key: row.key, index }, event)}
      onDoubleClick={() => onOpen(row.key)}
    >
      {isGroup ? (
        <GroupCells group={row.group} isOpen={row.isOpen} onOpen={() => onOpen(row.key)} />
      ) : (
        <JobCells job={row.job} />
      )}
    </div>
  );
});

function JobCells({ job }: { readonly job: Job }) {
  const isOver = isFinalJobState(job.state);
  return (
    <>
      <span role="gridcell" className={classes['thumbnails']}>
        <Thumbnails job={job} />
      </span>
      <span role="gridcell" className={listClasses['main']}>
        <span className={classes['line']}>
          <Text span size="sm" fw={600} className={classes['kind'] ?? ''}>
            {kindTitle(job.kind)}
          </Text>
          <Text span size="sm" truncate title={job.title}>
            {job.sweep === undefined ? job.title : `${job.sweep.axis} ${job.sweep.value}`}
          </Text>
          {job.stars > 0 && <Stars stars={job.stars} />}
        </span>
        <span className={classes['line']}>
          {isOver ? <Outcome job={job} /> : <Running job={job} />}
        </span>
      </span>
      <Facts
        at={job.createdAt}
        duration={durationOf(job)}
        cost={job.isPractice ? undefined : job.price}
        connection={job.connectionName}
      />
    </>
  );
}

function Stars({ stars }: { readonly stars: number }) {
  return (
    <span className={classes['stars']} role="img" aria-label={`${stars} of 5 stars`}>
      {Array.from({ length: stars }, (_, index) => (
        <IconStarFilled key={index} size={16} />
      ))}
    </span>
  );
}

function Outcome({ job }: { readonly job: Job }) {
  const settings = settingsInWords(job);
  return (
    <>
      <Badge
        c="var(--mantine-color-text)"
        color={outcomeColor(job)}
        size="sm"
        style={{ flex: 'none' }}
      >
        {job.isLate ? 'Done after Stop' : describeJob(job)}
      </Badge>
      <Text span size="xs" c="dimmed" truncate title={job.error?.message ?? settings}>
        {job.error?.message ?? settings}
      </Text>
    </>
  );
}

/** The colour of an end. */
export function outcomeColor({ state }: Pick<Job, 'state'>): string {
  if (state === 'done') return 'teal';
  return state === 'cancelled' ? 'gray' : 'orange';
}

function Running({ job }: { readonly job: Job }) {
  const fraction = useJobFraction(job);
  const words = describeJob(job);
  return (
    <>
      <Text span size="xs" className={classes['state'] ?? ''}>
        {words}
        {fraction !== undefined && ` ${Math.round(fraction * 100)} %`}
      </Text>
      {job.state !== 'waiting' && (
        <Progress
          className={classes['bar'] ?? ''}
          value={fraction === undefined ? 100 : fraction * 100}
          animated={fraction === undefined}
          size="xs"
          aria-label={words}
        />
      )}
    </>
  );
}

/** Those with something to show come first. */
function resultsFirst(jobs: readonly Job[]): readonly Job[] {
  return jobs.toSorted((a, b) => Number(b.state === 'done') - Number(a.state === 'done'));
}

function GroupCells(props: {
  readonly group: JobGroup;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) {
  const { group, isOpen, onOpen } = props;
  const isOver = group.endedAt !== undefined;
  return (
    <>
      <span role="gridcell" className={classes['thumbnails']}>
        <ActionIcon
          size={22}
          tabIndex={-1}
          aria-label={isOpen ? 'Close group' : 'Open group'}
          onClick={(event) => {
            event.stopPropagation();
            onOpen();
          }}
        >
          {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        </ActionIcon>
        <span className={classes['stack']}>
          {resultsFirst(group.first)
            .slice(0, 3)
            .map((job) => (
              <Result key={job.id} job={job} />
            ))}
        </span>
      </span>
      <span role="gridcell" className={listClasses['main']}>
        <span className={classes['line']}>
          <Text span size="sm" fw={600} className={classes['kind'] ?? ''}>
            {groupTitle(group)}
          </Text>
          <Text span size="sm" truncate title={group.title}>
            {group.title}
          </Text>
        </span>
        <span className={classes['line']}>
          <Text
            span
            size="xs"
            c={isOver ? 'dimmed' : ''}
            truncate
            className={classes['state'] ?? ''}
          >
            {countsInWords(group)}
          </Text>
          {!isOver && (
            <Progress
              className={classes['bar'] ?? ''}
              value={group.fraction * 100}
              size="xs"
              aria-label={countsInWords(group)}
            />
          )}
        </span>
      </span>
      <Facts
        at={group.createdAt}
        duration={group.endedAt === undefined ? undefined : group.endedAt - group.createdAt}
        cost={group.cost}
        connection={group.connectionName}
      />
    </>
  );
}

function Facts(props: {
  readonly at: number;
  readonly duration: number | undefined;
  readonly cost: number | undefined;
  readonly connection: string;
}) {
  const { at, duration, cost, connection } = props;
  return (
    <span role="gridcell" className={classes['facts']}>
      <Text span size="xs">
        {formatTime(at)}
      </Text>
      <Text span size="xs" c="dimmed" truncate>
        {[
          ...(duration === undefined || cost === 0 ? [] : [formatDuration(duration)]),
          ...(cost === undefined || cost === 0 ? [] : [formatMoney(cost)]),
          connection,
        ].join(' · ')}
      </Text>
    </span>
  );
}
