/** The field above a list that is searched. */
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { Ref } from 'react';

/** @param props.label what is searched: its name and its placeholder */
export function SearchField(props: {
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  readonly className: string | undefined;
  readonly maxLength?: number;
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  const { ref, label, className = '', maxLength, value, onChange } = props;
  return (
    <TextInput
      ref={ref}
      className={className}
      size="xs"
      aria-label={label}
      placeholder={label}
      {...(maxLength === undefined ? {} : { maxLength })}
      leftSection={<IconSearch size={14} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
