import { Group, Text } from '@mantine/core';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import classes from './Options.module.css';

export function Option(props: {
  readonly label: string;
  readonly ref?: Ref<HTMLDivElement>;
  readonly onKeyDownCapture?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}) {
  const { label, children, ...others } = props;
  return (
    <Group gap="xs" wrap="nowrap" {...others}>
      <Text span size="xs" c="dimmed" className={classes['name'] ?? ''}>
        {label}
      </Text>
      {children}
    </Group>
  );
}
