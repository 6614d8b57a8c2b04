import { Group } from '@mantine/core';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import classes from './Options.module.css';
import { SmallNote } from '../../../core/ui/variants.ts';

export function Option(props: {
  readonly label: string;
  readonly ref?: Ref<HTMLDivElement>;
  readonly 'data-tip'?: string;
  readonly onKeyDownCapture?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}) {
  const { label, children, ...others } = props;
  return (
    <Group gap="xs" wrap="nowrap" {...others}>
      <SmallNote span className={classes['name'] ?? ''}>
        {label}
      </SmallNote>
      {children}
    </Group>
  );
}
