import { useDeferredValue, memo, type MouseEvent, type ReactNode } from 'react';
import { useDayHeadings } from '../../../features/rows/day-headings.ts';
import { Rows } from '../../../features/rows/Rows.tsx';
import type { ListSteps } from '../../../features/rows/use-row-steps.ts';
import type { Selection, RowPlace } from '../../../features/rows/selection.ts';
import { startOf, type TaskRow as Row } from '../model/task-rows.ts';
import type { TaskPages } from '../session/use-task-pages.ts';
import listClasses from '../../../features/rows/List.module.css';
import { useTasks } from '../session/use-tasks.ts';
import { ActionIcon, Group, Progress, rem, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconStarFilled } from '@tabler/icons-react';
import { isFinalJobState, type Job, type JobGroup } from '../../../../shared/contract/jobs.ts';
import { JobClock } from '../../../features/jobs/JobProgress.tsx';
import { useJobFraction } from '../../../features/jobs/jobs.ts';
import { describeJob, jobDuration, kindTitle } from '../../../features/jobs/job-words.ts';
import { useSettingsWords } from '../../../features/jobs/use-settings-words.ts';
import {
  formatClock,
  formatDateTime,
  formatDay,
  formatDuration,
  formatTime,
} from '../../../core/ui/format.ts';
import { formatMoney } from '../../../core/ui/money.ts';
import { countsInWords, endTime, groupTitle, isBadEnd } from '../model/task-words.ts';
import { Result, Thumbnails } from './Thumbnails.tsx';
import shared from '../../../core/ui/shared.module.css';
import classes from '../Tasks.module.css';
import { Note, SmallNote } from '../../../core/ui/variants.ts';

/** CSS pixels. */
const TASK_ROW_HEIGHT = 52;

/** Id of a row's element, for `aria-activedescendant`. */
function taskRowId(key: string): string {
  return `task-${key}`;
}

const TaskRow = memo(function TaskRow(props: {
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
  const isInner = row.kind === 'job' && row.groupId !== undefined;
  return (
    <div
      id={taskRowId(row.key)}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      aria-level={isInner ? 2 : 1}
      {...(isGroup ? { 'aria-expanded': row.isOpen } : {})}
      className={listClasses['row']}
      data-selected={isSelected || undefined}
      data-focused={isFocused || undefined}
      data-inner={isInner || undefined}
      style={{ height: rem(TASK_ROW_HEIGHT), transform: `translateY(${start}px)` }}
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
  const duration = jobDuration(job);
  const settings = useSettingsWords(job);
  const more = job.error?.message ?? settings;
  return (
    <>
      <span role="gridcell" className={classes['pair']}>
        <Thumbnails job={job} />
      </span>
      <Names
        kind={kindTitle(job.kind)}
        title={job.sweep === undefined ? job.title : `${job.sweep.axis} ${job.sweep.value}`}
        more={more}
      >
        {job.stars > 0 && <Stars stars={job.stars} />}
      </Names>
      {isOver ? <End job={job} /> : <Running job={job} />}
      <Figures
        at={job.createdAt}
        cost={job.isPractice ? undefined : job.price}
        connection={job.connectionName}
      >
        {duration === undefined ? <JobClock since={job.createdAt} /> : formatDuration(duration)}
      </Figures>
    </>
  );
}

function Names(props: {
  readonly kind: string;
  readonly title: string;
  readonly more: string;
  readonly children?: ReactNode;
}) {
  const { kind, title, more, children } = props;
  return (
    <Stack component="span" role="gridcell" gap="3xs" flex={1} miw={0}>
      <Group component="span" gap="2xs" wrap="nowrap" miw={0}>
        <Text span size="sm" fw={500} truncate>
          {kind}
        </Text>
        <Note span flex="0 9999 auto" truncate>
          {title}
        </Note>
        {children}
      </Group>
      {more !== '' && (
        <SmallNote span truncate>
          {more}
        </SmallNote>
      )}
    </Stack>
  );
}

function Stars({ stars }: { readonly stars: number }) {
  return (
    <Group
      component="span"
      gap={0}
      flex="none"
      c="dimmed"
      role="img"
      aria-label={`${stars} of 5 stars`}
    >
      {Array.from({ length: stars }, (_, index) => (
        <IconStarFilled key={index} size={16} />
      ))}
    </Group>
  );
}

function End({ job }: { readonly job: Job }) {
  const words = endTime(job);
  if (words === undefined) return null;
  return (
    <Text
      span
      role="gridcell"
      size="xs"
      c={isBadEnd(job) ? 'var(--gesso-negative)' : 'dimmed'}
      truncate
    >
      {words}
    </Text>
  );
}

function Running({ job }: { readonly job: Job }) {
  const fraction = useJobFraction(job);
  const words = describeJob(job);
  return (
    <Progressing
      fraction={job.state === 'waiting' ? null : fraction}
      words={fraction === undefined ? words : `${words} ${Math.round(fraction * 100)} %`}
    />
  );
}

/** @param props.fraction `undefined` if progress is unknown; `null` before it has begun */
function Progressing(props: {
  readonly fraction: number | undefined | null;
  readonly words: string;
}) {
  const { fraction, words } = props;
  return (
    <>
      {fraction !== null && (
        <Progress
          className={classes['wide'] ?? ''}
          flex="0 1 calc(2 * var(--gesso-number))"
          value={fraction === undefined ? 100 : fraction * 100}
          animated={fraction === undefined}
          size="xs"
          aria-label={words}
        />
      )}
      <SmallNote span role="gridcell" ta="right" truncate>
        {words}
      </SmallNote>
    </>
  );
}

function GroupCells(props: {
  readonly group: JobGroup;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) {
  const { group, isOpen, onOpen } = props;
  const { endedAt, createdAt } = group;
  const isOver = endedAt !== undefined;
  return (
    <>
      <span role="gridcell" className={classes['pair']}>
        {group.first
          .toSorted((a, b) => Number(b.state === 'done') - Number(a.state === 'done'))
          .slice(0, 2)
          .map((job) => (
            <Result key={job.id} job={job} />
          ))}
      </span>
      <Names kind={groupTitle(group)} title={group.title} more={countsInWords(group)}>
        <ActionIcon
          size="sm"
          tabIndex={-1}
          aria-label={isOpen ? 'Close group' : 'Open group'}
          onClick={(event) => {
            event.stopPropagation();
            onOpen();
          }}
        >
          {isOpen ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
        </ActionIcon>
      </Names>
      {!isOver && (
        <Progressing fraction={group.fraction} words={`${Math.round(group.fraction * 100)} %`} />
      )}
      <Figures at={createdAt} cost={group.cost} connection={group.connectionName}>
        {isOver ? formatDuration(Math.max(0, endedAt - createdAt)) : <JobClock since={createdAt} />}
      </Figures>
    </>
  );
}

/** @param props.children how long it took, or takes */
function Figures(props: {
  readonly at: number;
  readonly cost: number | undefined;
  readonly connection: string;
  readonly children: ReactNode;
}) {
  const { at, cost, connection, children } = props;
  const isByDay = useTasks(({ filter }) => filter.sort === 'newest');
  return (
    <span
      role="gridcell"
      className={shared['figures']}
      data-tip={`${formatDateTime(at)}, ${connection}`}
    >
      <span className={classes['wide']}>
        {cost === undefined || cost === 0 ? '' : formatMoney(cost)}
      </span>
      <span className={classes['wide']}>{children}</span>
      <span>
        {isByDay ? (
          <>
            <VisuallyHidden>{formatDay(at)} </VisuallyHidden>
            {formatClock(at)}
          </>
        ) : (
          formatTime(at)
        )}
      </span>
    </span>
  );
}

export function TaskList(props: {
  readonly rows: readonly Row[];
  readonly pages: Pick<TaskPages, 'hasMore' | 'loadMore'>;
  readonly steps: ListSteps<string>;
  readonly selection: Selection<string>;
  readonly onOpen: (key: string) => void;
}) {
  const { pages, steps, selection, onOpen } = props;
  // rendering a page of rows takes longer than a frame
  const rows = useDeferredValue(props.rows);
  const { keys, focus } = selection;
  const isByDay = useTasks(({ filter }) => filter.sort === 'newest');
  const days = useDayHeadings(rows, startOf);
  const focusIndex = rows.findIndex(({ key }) => key === focus?.key);
  return (
    <Rows
      label="Tasks"
      role="treegrid"
      isMultiSelectable
      menu="tasks.copy-id tasks.select-all"
      className={listClasses['rows']}
      handle={steps.rows}
      count={rows.length}
      isOpenEnded={pages.hasMore}
      loadMore={pages.hasMore ? pages.loadMore : undefined}
      rowHeight={TASK_ROW_HEIGHT}
      headingOf={isByDay ? (index) => days[index] : undefined}
      keyOf={(index) => rows[index]?.key ?? index}
      shown={focusIndex}
      focus={focus && { index: focusIndex, elementId: taskRowId(focus.key) }}
      onKeyDown={steps.onKeyDown}
      renderRow={(index, start) => {
        const row = rows[index];
        return (
          row !== undefined && (
            <TaskRow
              key={row.key}
              row={row}
              start={start}
              index={index}
              isSelected={keys.has(row.key)}
              isFocused={row.key === focus?.key}
              onPress={steps.press}
              onOpen={onOpen}
            />
          )
        );
      }}
    />
  );
}
