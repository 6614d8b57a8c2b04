/** Takes the place of a list without rows. */
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** @param props.children a way out, below the words */
export function NoRows(props: { readonly words: string; readonly children?: ReactNode }) {
  return (
    <Stack m="auto" p="lg" ta="center">
      <Text c="dimmed">{props.words}</Text>
      {props.children}
    </Stack>
  );
}
