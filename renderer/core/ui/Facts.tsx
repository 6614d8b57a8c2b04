import { Box, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Form.module.css';
import shared from './shared.module.css';

export function Facts({ children }: { readonly children: ReactNode }) {
  return (
    <Box component="dl" fz="xs" className={`${shared['numbers'] ?? ''} ${classes['facts'] ?? ''}`}>
      {children}
    </Box>
  );
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <Text component="dt" inherit c="dimmed">
        {name}
      </Text>
      <dd>{children}</dd>
    </>
  );
}
