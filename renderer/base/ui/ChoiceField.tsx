/** One of a few values. */
import { Input, SegmentedControl, Text } from '@mantine/core';
import { useId } from 'react';
import classes from './Fields.module.css';

export function ChoiceField<Value extends string>(props: {
  readonly label: string;
  /** Beside the label, e.g. the length that follows from it. */
  readonly note?: string;
  /** Its effect, as a sentence. */
  readonly hint: string;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
}) {
  const { label, note, hint, value, choices, onChange } = props;
  const id = useId();
  return (
    <div className={classes['field']}>
      <div className={classes['head']}>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        {note !== undefined && (
          <Text size="xs" c="dimmed" role="status">
            {note}
          </Text>
        )}
      </div>
      <SegmentedControl
        fullWidth
        aria-label={label}
        aria-describedby={id}
        data={[...choices]}
        value={value}
        data-unset={value === 'unset' || undefined}
        className={classes['choice'] ?? ''}
        onChange={onChange}
      />
      <Input.Description id={id}>{hint}</Input.Description>
    </div>
  );
}
