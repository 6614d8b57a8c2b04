/** The list: a grid with one element in focus. */
import { Badge, Text, rem } from '@mantine/core';
import { memo, type MouseEvent } from 'react';
import { OPERATION_WORDS } from '../../../../shared/activity/words.ts';
import type { RecordedCall } from '../../../../shared/contract/activity.ts';
import { formatDateTime, formatTime } from '../../../base/ui/format.ts';
import { Rows } from '../../../work/rows/Rows.tsx';
import type { RowPlace } from '../../../work/rows/selection.ts';
import type { ListSteps } from '../../../work/rows/use-row-steps.ts';
import listClasses from '../../../work/rows/List.module.css';
import classes from '../Activity.module.css';
import {
  bytesInWords,
  costInWords,
  durationInWords,
  endColor,
  endInWords,
  repeatsInWords,
  shortAddress,
} from '../model/call-words.ts';
import { useActivity } from '../session/screen.ts';

/** Height of a row, CSS pixels. */
const ROW_HEIGHT = 52;

export function CallList(props: {
  readonly calls: readonly RecordedCall[];
  readonly hasMore: boolean;
  readonly loadMore: (() => void) | undefined;
  readonly steps: ListSteps<number>;
}) {
  const { calls, steps } = props;
  const { keys, focus } = useActivity((state) => state.selection);
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
  const cost = costInWords(call);
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
      <span role="gridcell" className={classes['time']} title={formatDateTime(call.startedAt)}>
        {formatTime(call.startedAt)}
      </span>
      <span role="gridcell" className={listClasses['main']}>
        <span className={classes['line']}>
          <Text span size="sm" fw={600} className={classes['whole'] ?? ''}>
            {OPERATION_WORDS[call.operation]}
          </Text>
          <Badge
            c="var(--mantine-color-text)"
            color={endColor(call)}
            size="sm"
            className={classes['whole'] ?? ''}
          >
            {endInWords(call)}
          </Badge>
          {repeats !== '' && (
            <Text span size="xs" c="dimmed" className={classes['whole'] ?? ''}>
              {repeats}
            </Text>
          )}
        </span>
        <Text span size="xs" c="dimmed" truncate title={call.address}>
          {call.method} {shortAddress(call.address)}
        </Text>
      </span>
      <span role="gridcell" className={classes['facts']}>
        <Text span size="xs">
          {durationInWords(call)}
          {cost === undefined ? '' : ` · ${cost}`}
        </Text>
        <Text span size="xs" c="dimmed" truncate>
          {bytesInWords(call)}
        </Text>
      </span>
    </div>
  );
});
