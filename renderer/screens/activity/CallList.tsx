import { Text, VisuallyHidden, rem } from '@mantine/core';
import { memo, type MouseEvent } from 'react';
import { OPERATION_WORDS } from '../../../shared/activity/words.ts';
import type { RecordedCall } from '../../../shared/contract/activity.ts';
import { formatClock, formatDateTime, formatDay } from '../../core/ui/format.ts';
import { useDayHeadings } from '../../features/rows/day-headings.ts';
import { Rows } from '../../features/rows/Rows.tsx';
import type { RowPlace, Selection } from '../../features/rows/selection.ts';
import type { ListSteps } from '../../features/rows/use-row-steps.ts';
import listClasses from '../../features/rows/List.module.css';
import shared from '../../core/ui/shared.module.css';
import {
  bytesInWords,
  costInList,
  durationInWords,
  endColor,
  endInWords,
  repeatsInWords,
  shortAddress,
} from './model/call-words.ts';
import { SmallNote } from '../../core/ui/variants.ts';

/** Height of a row, CSS pixels. */
const ROW_HEIGHT = 32;

const startOf = ({ startedAt }: RecordedCall): number => startedAt;

export function CallList(props: {
  readonly calls: readonly RecordedCall[];
  readonly hasMore: boolean;
  readonly loadMore: (() => void) | undefined;
  readonly steps: ListSteps<number>;
  readonly selection: Selection<number>;
}) {
  const { calls, steps } = props;
  const { keys, focus } = props.selection;
  const days = useDayHeadings(calls, startOf);
  const focusIndex = calls.findIndex(({ id }) => id === focus?.key);
  return (
    <Rows
      label="Calls"
      role="grid"
      menu="activity.curl"
      className={listClasses['rows']}
      handle={steps.rows}
      count={calls.length}
      isOpenEnded={props.hasMore}
      loadMore={props.loadMore}
      rowHeight={ROW_HEIGHT}
      headingOf={(index) => days[index]}
      keyOf={(index) => calls[index]?.id ?? index}
      shown={focusIndex}
      focus={focus && { index: focusIndex, elementId: `call-${focus.key}` }}
      onKeyDown={steps.onKeyDown}
      renderRow={(index, start) => {
        const call = calls[index];
        return (
          call !== undefined && (
            <CallRow
              key={call.id}
              call={call}
              start={start}
              index={index}
              isSelected={keys.has(call.id)}
              isFocused={call.id === focus?.key}
              onPress={steps.press}
            />
          )
        );
      }}
    />
  );
}

const CallRow = memo(function CallRow(props: {
  readonly call: RecordedCall;
  readonly start: number;
  readonly index: number;
  readonly isSelected: boolean;
  readonly isFocused: boolean;
  readonly onPress: (row: RowPlace<number>, event: MouseEvent) => void;
}) {
  const { call, start, index, isSelected, isFocused, onPress } = props;
  const repeats = repeatsInWords(call);
  return (
    <div
      id={`call-${call.id}`}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      className={listClasses['row']}
      data-selected={isSelected || undefined}
      data-focused={isFocused || undefined}
      style={{ height: rem(ROW_HEIGHT), transform: `translateY(${start}px)` }}
      onClick={(event) => onPress({ key: call.id, index }, event)}
    >
      <Text
        span
        role="gridcell"
        size="sm"
        fw={500}
        flex="0 0 calc(0.5 * var(--gesso-inspector))"
        truncate
      >
        {OPERATION_WORDS[call.operation]}
      </Text>
      <SmallNote span role="gridcell" flex={1} truncate data-tip={call.address}>
        {call.method} {shortAddress(call.address)}
      </SmallNote>
      {repeats !== '' && (
        <SmallNote span role="gridcell" flex="none">
          {repeats}
        </SmallNote>
      )}
      {call.outcome !== 'ok' && (
        <Text span role="gridcell" size="xs" c={endColor(call)} flex="none">
          {endInWords(call)}
        </Text>
      )}
      <Text
        span
        role="gridcell"
        size="xs"
        className={shared['figures'] ?? ''}
        data-tip={bytesInWords(call)}
      >
        <span>{costInList(call)}</span>
        <span>{durationInWords(call)}</span>
        <span data-tip={formatDateTime(call.startedAt)}>
          <VisuallyHidden>{formatDay(call.startedAt)} </VisuallyHidden>
          {formatClock(call.startedAt)}
        </span>
      </Text>
    </div>
  );
});
