import { Group, Select, ActionIcon, Box, Button, Modal, TextInput } from '@mantine/core';
import { useState, useRef, type FormEvent } from 'react';
import type { SpendRange } from '../../../../shared/contract/spend.ts';
import { SPEND_PRESETS, type SpendView } from '../../../../shared/contract/spend-view.ts';
import {
  calendarPeriods,
  nameOfRange,
  presetRange,
  PRESET_NAMES,
  dayOfText,
  textOfDay,
  type PickedPeriod,
} from '../model/period.ts';
import { periodsFound } from './periods-found.ts';
import { IconCalendar } from '@tabler/icons-react';
import { SmallNote } from '../../../core/ui/variants.ts';

const DAY = 86_400;

function DatesForm(props: {
  readonly isShown: boolean;
  readonly range: SpendRange;
  readonly onClose: () => void;
  readonly onSelect: (range: SpendRange) => void;
}) {
  return (
    <Modal opened={props.isShown} onClose={props.onClose} title="Other dates">
      <DateFields {...props} />
    </Modal>
  );
}

function DateFields({ range, onClose, onSelect }: Parameters<typeof DatesForm>[0]) {
  const [first, setFirst] = useState(textOfDay(range.start));
  const [last, setLast] = useState(textOfDay(range.end - 1));
  const start = dayOfText(first);
  const lastDay = dayOfText(last);
  const isTurned = start !== undefined && lastDay !== undefined && lastDay < start;
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (start === undefined || lastDay === undefined || isTurned) return;
    onSelect({ start, end: lastDay + DAY });
    onClose();
  }
  const hint = 'Type a day like 2026-11-22 or 22 Nov 2026.';
  return (
    <form onSubmit={submit}>
      <DayField
        label="First day"
        text={first}
        onText={setFirst}
        error={start === undefined ? hint : undefined}
        isFirst
      />
      <DayField
        label="Last day"
        text={last}
        onText={setLast}
        error={
          lastDay === undefined ? hint : isTurned ? 'The last day is before the first.' : undefined
        }
      />
      <SmallNote mt="sm">Days are UTC, as the service bills them.</SmallNote>
      <Group justify="flex-end" mt="md">
        <Button
          variant="filled"
          type="submit"
          disabled={start === undefined || lastDay === undefined || isTurned}
        >
          Show
        </Button>
      </Group>
    </form>
  );
}

function DayField(props: {
  readonly label: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly error: string | undefined;
  readonly isFirst?: boolean;
}) {
  const { label, text, onText, error } = props;
  const calendar = useRef<HTMLInputElement>(null);
  const day = dayOfText(text);
  return (
    <TextInput
      label={label}
      mt="sm"
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      error={error}
      data-autofocus={props.isFirst}
      rightSection={
        <>
          <ActionIcon
            aria-label={`Calendar: ${label.toLowerCase()}`}
            onClick={() => calendar.current?.showPicker()}
          >
            <IconCalendar size={16} />
          </ActionIcon>
          <Box
            component="input"
            ref={calendar}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            pos="absolute"
            bottom={0}
            w="1px"
            h="1px"
            p={0}
            bd={0}
            opacity={0}
            value={day === undefined ? '' : textOfDay(day)}
            onChange={(event) => onText(event.currentTarget.value)}
          />
        </>
      }
    />
  );
}

/** Opens the calendar; never selected itself. */
const OTHER = 'other';

export function PeriodField(props: {
  readonly view: SpendView;
  readonly range: SpendRange;
  /** Seconds since 1970. */
  readonly now: number;
  readonly onChange: (changes: Partial<SpendView>) => void;
}) {
  const { view, range, now, onChange } = props;
  const [areDatesShown, setDatesShown] = useState(false);
  const [areAllWanted, setAllWanted] = useState(false);
  const { months, quarters, years } = calendarPeriods(now);
  const picked = [...months, ...quarters, ...years];
  const current = valueOf(range);
  const calendar = picked.find((each) => valueOf(each.range) === current);
  const isCustom = view.period.kind === 'dates' && calendar === undefined;
  const shown =
    view.period.kind === 'preset'
      ? { value: view.period.id, label: nameOfRange(range, now) }
      : { value: current, label: calendar?.name ?? nameOfRange(range, now) };
  return (
    <>
      <Select
        aria-label="Period"
        w="calc(var(--gesso-card) - var(--gesso-space-xl))"
        comboboxProps={{ width: 250, position: 'bottom-start' }}
        searchable
        nothingFoundMessage="No such period"
        filter={({ options, search }) => periodsFound(options, search)}
        renderOption={({ option }) => <Entry value={option.value} label={option.label} />}
        onDropdownOpen={() => setAllWanted(true)}
        data={
          areAllWanted
            ? [
                ...SPEND_PRESETS.map((preset) => ({
                  value: preset as string,
                  label: nameOfRange(presetRange(preset, now), now),
                })),
                ...(isCustom ? [shown] : []),
                { value: OTHER, label: 'Other dates…' },
                { group: 'Months', items: months.map(itemOf) },
                { group: 'Quarters', items: quarters.map(itemOf) },
                { group: 'Years', items: years.map(itemOf) },
              ]
            : [shown]
        }
        value={shown.value}
        onChange={(value) => {
          const preset = SPEND_PRESETS.find((each) => each === value);
          const other = picked.find((each) => valueOf(each.range) === value);
          if (preset !== undefined) onChange({ period: { kind: 'preset', id: preset } });
          else if (other !== undefined) onChange({ period: { kind: 'dates', ...other.range } });
          else if (value === OTHER) setDatesShown(true);
        }}
      />
      <DatesForm
        isShown={areDatesShown}
        range={range}
        onClose={() => setDatesShown(false)}
        onSelect={(period) => onChange({ period: { kind: 'dates', ...period } })}
      />
    </>
  );
}

function Entry({ value, label }: { readonly value: string; readonly label: string }) {
  const preset = SPEND_PRESETS.find((each) => each === value);
  if (preset === undefined) return label;
  return (
    <Group component="span" flex={1} gap="sm" align="baseline" justify="space-between">
      {PRESET_NAMES[preset]}
      <SmallNote span>{label}</SmallNote>
    </Group>
  );
}

function itemOf({ name, range }: PickedPeriod) {
  return { value: valueOf(range), label: name };
}

function valueOf({ start, end }: SpendRange): string {
  return `${start}-${end}`;
}
