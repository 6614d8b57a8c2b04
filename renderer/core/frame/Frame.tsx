/**
 * The frame of every screen: toolbar, list, work or stage, tray, status line, and the inspector
 * with its foot. Each has the same place on all screens; a screen leaves out what it does not need.
 */
import { Box, Divider, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import shared from '../ui/shared.module.css';
import classes from './Frame.module.css';

export function Frame(props: {
  readonly toolbar?: ReactNode;
  /** At the left of the work: conversations, documents, sections. */
  readonly list?: ReactNode;
  /** At the left edge of the stage, in the Studio only. */
  readonly tools?: ReactNode;
  readonly inspector?: ReactNode;
  readonly tray?: ReactNode;
  readonly status?: ReactNode;
  /** Whether the work is a picture on its ground. */
  readonly isStage?: boolean;
  readonly children: ReactNode;
}) {
  const { toolbar, list, tools, inspector, tray, status, isStage = false, children } = props;
  return (
    <div className={classes['frame']}>
      {toolbar}
      {list !== undefined && (
        <Stack gap={0} className={classes['list'] ?? ''}>
          {list}
        </Stack>
      )}
      {tools}
      <Box
        pos="relative"
        {...(isStage && { c: 'var(--gesso-on-ground)', bg: 'var(--gesso-ground)' })}
        style={{ gridArea: 'work', overflow: 'hidden' }}
      >
        {children}
      </Box>
      {tray}
      {status !== undefined && status !== false && (
        <Group
          gap="md"
          wrap="nowrap"
          h="var(--gesso-status)"
          px="sm"
          className={`${shared['small'] ?? ''} ${shared['cut'] ?? ''} ${classes['status'] ?? ''}`}
        >
          {status}
        </Group>
      )}
      {inspector}
    </div>
  );
}

/**
 * The bar above the work.
 * @param props.end at the right, in this order on every screen: undo, redo, zoom, ground, compare,
 * Send to, Save
 */
export function Toolbar(props: {
  readonly label: string;
  readonly children?: ReactNode;
  readonly end?: ReactNode;
}) {
  return (
    <Group
      gap="xs"
      wrap="nowrap"
      px="xs"
      className={classes['toolbar'] ?? ''}
      role="toolbar"
      aria-label={props.label}
    >
      <Group gap="2xs" wrap="nowrap" className={classes['start'] ?? ''}>
        {props.children}
      </Group>
      {props.end !== undefined && (
        <Group gap="2xs" wrap="nowrap" miw={0}>
          {props.end}
        </Group>
      )}
    </Group>
  );
}

export function ToolbarLine() {
  return (
    <Divider
      orientation="vertical"
      color="var(--gesso-line)"
      h="var(--gesso-icon-lg)"
      mx="2xs"
      my="auto"
      aria-hidden
    />
  );
}

/** A key and its effect with the current tool, at the right of the status line. */
export function KeyHint(props: { readonly keys: readonly string[]; readonly children: string }) {
  if (props.keys.length === 0) return null;
  return (
    <Group component="span" gap="2xs" wrap="nowrap">
      {props.keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
      {props.children}
    </Group>
  );
}

/** The right side of the status line. Parts that do not fit are left out whole. */
export function StatusEnd({ children }: { readonly children: ReactNode }) {
  return (
    <Group
      component="span"
      gap="md"
      justify="flex-end"
      flex={1}
      miw={0}
      h="100%"
      className={classes['statusEnd'] ?? ''}
      style={{ overflow: 'hidden' }}
    >
      {children}
    </Group>
  );
}
