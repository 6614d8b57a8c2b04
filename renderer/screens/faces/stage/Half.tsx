import { Box, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Size } from '../../../../shared/geometry/rect.ts';
import shared from '../../../core/ui/shared.module.css';

export function Half(props: {
  readonly label: string;
  readonly head: ReactNode;
  readonly size: Size | undefined;
  /** Ids of commands for the context menu. */
  readonly menu?: string;
  readonly picture?: string | undefined;
  readonly children: ReactNode;
}) {
  const { label, head, size, menu, picture, children } = props;
  return (
    <Stack
      component="section"
      gap="xs"
      miw={0}
      mih={0}
      aria-label={label}
      data-menu={menu}
      data-picture={picture}
    >
      <Group
        flex="none"
        gap="xs"
        justify="space-between"
        wrap="nowrap"
        mih="var(--gesso-control-md)"
      >
        {typeof head === 'string' ? (
          <Text component="h2" fw={600}>
            {head}
          </Text>
        ) : (
          head
        )}
        {size !== undefined && (
          <Text span size="xs" c="var(--gesso-on-ground-2)" className={shared['numbers'] ?? ''}>
            {size.width} × {size.height} px
          </Text>
        )}
      </Group>
      <Box pos="relative" flex="1 1 0" mih={0}>
        {children}
      </Box>
    </Stack>
  );
}
