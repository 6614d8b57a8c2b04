import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { Ref } from 'react';
import type { SearchText } from './search-text.ts';

/**
 * @param props.label its accessible name, and its placeholder unless there is a shorter one
 * @param props.maxLength characters
 */
export function SearchField(props: {
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: string;
  readonly placeholder?: string;
  readonly className?: string | undefined;
  readonly maxLength?: number;
  /** Matches the controls next to it. */
  readonly size?: 'xs' | 'sm';
  readonly sought: SearchText;
}) {
  const { ref, label, placeholder = label, className = '', size = 'xs', sought } = props;
  return (
    <TextInput
      ref={ref}
      className={className}
      data-autofocus
      size={size}
      aria-label={label}
      placeholder={placeholder}
      maxLength={props.maxLength ?? 200}
      leftSection={<IconSearch size={16} />}
      autoComplete="off"
      value={sought.typed}
      onChange={(event) => sought.type(event.currentTarget.value)}
      onBlur={sought.flush}
    />
  );
}
