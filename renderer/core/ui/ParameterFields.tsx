import { Autocomplete, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import type {
  FieldOf,
  FormOf,
  Parameter,
  ParameterTable,
} from '../../../shared/parameters/parameter-table.ts';
import { clamp } from '../../../shared/numbers.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { Row, SwitchRow } from './Form.tsx';
import { NumberField } from './NumberField.tsx';

export function ParameterFields<
  Table extends ParameterTable,
  Name extends keyof Table & string,
>(props: {
  readonly table: Table;
  readonly names: readonly Name[];
  readonly form: FormOf<NoInfer<Table>>;
  readonly problems?: Readonly<Partial<Record<FieldOf<NoInfer<Table>, Name>, string>>>;
  /** Keeps numbers in their range, where no problem would be shown. */
  readonly isClamped?: boolean;
  readonly onChange: (change: Partial<FormOf<NoInfer<Table>>>) => void;
}) {
  const { table, names, form, problems = {}, isClamped = false, onChange } = props;
  const rows: Readonly<Partial<Record<string, Parameter>>> = table;
  const values: Readonly<Record<string, unknown>> = form;
  const errors: Readonly<Record<string, string | undefined>> = problems;
  return names.map((name) => {
    const row = rows[name];
    if (row === undefined) return null;
    const field = row.field ?? name;
    return (
      <ParameterField
        key={name}
        row={row}
        value={values[field]}
        problem={errors[field]}
        onChange={(entered) => {
          const isNumber = isClamped && row.kind === 'number' && typeof entered === 'number';
          const value = isNumber ? clamp(entered, row.range.min, row.range.max) : entered;
          onChange({ [field]: value } as Partial<FormOf<Table>>);
        }}
      />
    );
  });
}

function ParameterField(props: {
  readonly row: Parameter;
  readonly value: unknown;
  readonly problem: string | undefined;
  readonly onChange: (value: string | number | boolean | null) => void;
}) {
  const { row, value, problem, onChange } = props;
  const { label, hint } = row;
  const canUnset = row.initial === undefined;
  switch (row.kind) {
    case 'number':
      return (
        <NumberField
          label={label}
          unit={row.unit}
          range={row.range}
          step={row.step}
          hasSlider={row.hasSlider}
          usual={row.usual}
          canUnset={canUnset}
          hint={row.hint}
          value={typeof value === 'number' ? value : null}
          problem={problem}
          onChange={onChange}
        />
      );
    case 'choice':
      return (
        <ChoiceField
          label={label}
          hint={
            row.usual === undefined
              ? row.hint
              : `${row.hint} Auto is ${row.labels[row.usual] ?? row.usual}.`
          }
          value={typeof value === 'string' ? value : UNSET}
          choices={[
            ...(canUnset ? [AUTO] : []),
            ...Object.entries(row.labels).map(([each, name]) => ({ value: each, label: name })),
          ]}
          onChange={(next) => onChange(next === UNSET ? null : next)}
        />
      );
    case 'flag':
      return canUnset ? (
        <ChoiceField
          label={label}
          hint={hint ?? ''}
          value={typeof value === 'boolean' ? (value ? 'on' : 'off') : UNSET}
          choices={[AUTO, { value: 'off', label: 'Off' }, { value: 'on', label: 'On' }]}
          onChange={(next) => onChange(next === UNSET ? null : next === 'on')}
        />
      ) : (
        <SwitchRow label={label} help={hint} checked={value === true} onChange={onChange} />
      );
    case 'seed':
      return null; // Each screen has a field of its own, with a die and a lock.
    case 'address':
      return (
        <Row label={label} help={hint} error={problem}>
          {({ id, helpId }) => (
            <TextInput
              id={id}
              aria-describedby={helpId}
              placeholder={row.placeholder}
              inputMode="url"
              autoComplete="off"
              spellCheck={false}
              value={typeof value === 'string' ? value : ''}
              error={problem !== undefined}
              onChange={(event) => onChange(event.currentTarget.value)}
            />
          )}
        </Row>
      );
    case 'text':
      return (
        <Row label={label} help={hint} error={problem}>
          {({ id, helpId }) => (
            <Autocomplete
              id={id}
              aria-describedby={helpId}
              placeholder={row.placeholder}
              data={[...row.suggestions]}
              rightSection={<IconChevronDown size={16} />}
              rightSectionPointerEvents="none"
              value={typeof value === 'string' ? value : ''}
              error={problem !== undefined}
              onChange={onChange}
            />
          )}
        </Row>
      );
  }
}

const UNSET = 'unset';

const AUTO = { value: UNSET, label: 'Auto' } as const;
