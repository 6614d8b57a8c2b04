/** The foot of the inspector: what the next run sends, what it costs, and the main button. */
import { Button, Group, Stack, type ButtonProps, Text } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { type CommandKeys, useKeyNames } from '../commands/shortcut-keys.ts';
import shared from '../ui/shared.module.css';
import classes from './Frame.module.css';

export function Foot(props: {
  readonly label?: string;
  /** Such as "1 call, 0.3 MP", or why the run cannot start. */
  readonly what?: ReactNode;
  /** Such as "Free". */
  readonly cost?: ReactNode;
  readonly notice?: ReactNode;
  /** A `MainButton`, after plain buttons if any. */
  readonly children: ReactNode;
}) {
  const { label = 'Run', what, cost, notice, children } = props;
  return (
    <Stack gap="xs" className={classes['foot'] ?? ''} role="group" aria-label={label}>
      {notice}
      {(what !== undefined || cost !== undefined) && (
        <Group
          gap="xs"
          align="stretch"
          justify="space-between"
          wrap="nowrap"
          mih="var(--gesso-line-xs)"
          className={`${shared['small'] ?? ''} ${classes['line'] ?? ''}`}
        >
          <span role="status">{typeof what === 'string' ? what.replace(/\.$/u, '') : what}</span>
          <span>{cost}</span>
        </Group>
      )}
      <Group gap="xs" className={classes['buttons'] ?? ''}>
        {children}
      </Group>
    </Stack>
  );
}

/**
 * The bright button, one per window. With an obstacle it can still be focused, and names the
 * obstacle.
 */
export function MainButton(
  props: Pick<ButtonProps, 'loading'> & {
    readonly obstacle?: string | undefined;
    /** Of the command that does the same. */
    readonly keys?: CommandKeys;
    readonly onClick: () => void;
    readonly children: ReactNode;
  },
) {
  const { shortcutKeys } = useKeyNames();
  const { obstacle, loading = false, onClick, children } = props;
  const reason = useId();
  const keys =
    props.keys === undefined ? '' : shortcutKeys(props.keys).join(' ').replace('Enter', '↵');
  return (
    <>
      <Button
        variant="filled"
        size="lg"
        className={classes['main'] ?? ''}
        loading={loading}
        data-main
        data-disabled={obstacle !== undefined || undefined}
        aria-disabled={obstacle !== undefined || undefined}
        aria-describedby={obstacle === undefined ? undefined : reason}
        onClick={() => {
          if (obstacle === undefined) onClick();
        }}
      >
        {children}
        {keys !== '' && (
          <Text
            span
            pos="absolute"
            right="var(--gesso-space-sm)"
            size="2xs"
            fw={500}
            opacity={0.62}
            className={classes['keys'] ?? ''}
            aria-hidden
          >
            {keys}
          </Text>
        )}
      </Button>
      {obstacle !== undefined && (
        <span id={reason} hidden>
          {obstacle}
        </span>
      )}
    </>
  );
}
