/** Facts of a thing, one a line: its name and its value. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Facts.module.css';

export function Facts({ children }: { readonly children: ReactNode }) {
  return <dl className={classes['facts']}>{children}</dl>;
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={classes['fact']}>
      <Text component="dt" size="xs" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="xs" className={classes['value'] ?? ''}>
        {children}
      </Text>
    </div>
  );
}
