import { Group, Select, Text } from '@mantine/core';
import { useState } from 'react';
import type { SpendRange } from '../../../../shared/contract/spend.ts';
import { SPEND_PRESETS, type SpendView } from '../../../../shared/contract/spend-view.ts';
import {
  calendarPeriods,
  nameOfRange,
  presetRange,
  PRESET_NAMES,
  type PickedPeriod,
} from '../model/period.ts';
import { periodsFound } from './periods-found.ts';
import { DatesForm } from './DatesForm.tsx';

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
      <Text span size="xs" c="dimmed">
        {label}
      </Text>
    </Group>
  );
}

function itemOf({ name, range }: PickedPeriod) {
  return { value: valueOf(range), label: name };
}

function valueOf({ start, end }: SpendRange): string {
  return `${start}-${end}`;
}
