/**
 * A result in the tray, or several that were started together. Built of plain elements, as many
 * come and go while scrolling.
 */
import { Box, Center, Flex, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { useIsTrayTall } from '../../core/frame/Tray.tsx';
import shared from '../../core/ui/shared.module.css';
import classes from './Runs.module.css';

export interface RunCardProps {
  readonly title: string;
  /** The two lines below the title. */
  readonly detail: ReactNode;
  readonly facts: ReactNode;
  /** The state for screen readers, after the title. */
  readonly state: string;
  /** In the tooltip, below the title. */
  readonly hint?: string | undefined;
  /** Whether it has no result yet. */
  readonly isPale?: boolean;
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly pictures: ReactNode;
  /** Before the menu: the button to stop it. */
  readonly stop?: ReactNode;
  readonly menu?: ReactNode;
  /** Handlers of the whole card. */
  readonly hover?: {
    onPointerEnter(): void;
    onPointerLeave(): void;
    onPointerDown?(): void;
  };
  readonly onPress: (event: MouseEvent) => void;
  readonly onToggle: () => void;
}

const EDGE = 'var(--gesso-space-2xs)';

/** Above the button that covers the card. */
export const ABOVE = { zIndex: 1 } as const;

export function RunCard(props: RunCardProps) {
  const { title, detail, facts, state, hint, isOpen, isSelected, onPress, onToggle } = props;
  const isTall = useIsTrayTall();
  const fact = `${shared['tiny'] ?? ''} ${shared['cut'] ?? ''} ${classes['fact'] ?? ''}`;
  return (
    <Flex
      component="article"
      pos="relative"
      gap={isTall ? '2xs' : 'xs'}
      direction={isTall ? 'column' : 'row'}
      align={isTall ? 'stretch' : 'center'}
      h="100%"
      p="2xs"
      className={`${shared['card'] ?? ''} ${classes['card'] ?? ''}`}
      aria-label={title}
      aria-current={isOpen || undefined}
      data-selected={isSelected || undefined}
      data-tall={isTall || undefined}
      {...props.hover}
      title={hint === undefined ? title : `${title}\n${hint}`}
    >
      <Flex
        component="button"
        type="button"
        gap="3xs"
        justify="center"
        flex={isTall ? '1 1 0' : 'none'}
        mih={0}
        h="100%"
        className={classes['open'] ?? ''}
        aria-label={`Open ${title}, ${state}`}
        data-pale={props.isPale || undefined}
        onClick={onPress}
      >
        {props.pictures}
      </Flex>
      <Center
        component="button"
        type="button"
        pos="absolute"
        top={EDGE}
        left={EDGE}
        w="var(--gesso-control-sm)"
        h="var(--gesso-control-sm)"
        c="var(--gesso-on-picture)"
        bdrs="sm"
        className={classes['select'] ?? ''}
        style={{ border: '1px solid var(--gesso-on-picture)' }}
        role="checkbox"
        aria-checked={isSelected}
        aria-label={`Select ${title}`}
        onClick={onToggle}
      >
        {isSelected && <IconCheck size={16} />}
      </Center>
      <Box flex={isTall ? 'none' : '1 1 0'} miw={0}>
        <Text size="xs" fw={500} truncate className={shared['numbers'] ?? ''}>
          {title}
        </Text>
        <div className={fact}>{detail}</div>
        <div className={fact}>{facts}</div>
      </Box>
      <Stack
        gap={0}
        flex="none"
        {...(isTall ? { pos: 'absolute', right: EDGE, bottom: EDGE } : { pos: 'relative' })}
        style={ABOVE}
      >
        {props.stop}
        {props.menu}
      </Stack>
    </Flex>
  );
}
