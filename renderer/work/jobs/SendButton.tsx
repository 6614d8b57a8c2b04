/** The button that sends a form. It can be reached while something is in the way; the line above says what. */
import { Button, Stack, Text, Tooltip } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { shortcutKeys } from '../../base/commands/shortcut-keys.ts';

/** @param props.isQuiet no word about the obstacle: it is about to go */
export function SendButton(props: {
  readonly obstacle: string | undefined;
  readonly isSending: boolean;
  readonly isQuiet: boolean;
  readonly onSend: () => void;
  readonly children: ReactNode;
}) {
  const { obstacle, isSending, isQuiet, onSend, children } = props;
  const keys = shortcutKeys('Mod+Enter').join(' ');
  const reason = useId();
  const isBlocked = obstacle !== undefined && !isQuiet;
  return (
    <Stack gap="2xs">
      {isBlocked && (
        <Text id={reason} size="xs">
          {obstacle}
        </Text>
      )}
      <Tooltip label={keys} disabled={obstacle !== undefined || keys === ''}>
        <Button
          variant="filled"
          size="sm"
          loading={isSending}
          data-disabled={obstacle !== undefined || undefined}
          aria-disabled={obstacle !== undefined || keys === ''}
          aria-describedby={isBlocked ? reason : undefined}
          onClick={() => {
            if (obstacle === undefined) onSend();
          }}
        >
          {children}
        </Button>
      </Tooltip>
    </Stack>
  );
}
