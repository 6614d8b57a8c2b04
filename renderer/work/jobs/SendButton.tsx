/** The button that sends a form. It can be reached while something is in the way, and says so. */
import { Button, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
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
  return (
    <Tooltip label={obstacle ?? keys} disabled={isQuiet}>
      <Button
        size="sm"
        loading={isSending}
        data-disabled={obstacle !== undefined || undefined}
        aria-disabled={obstacle !== undefined}
        onClick={() => {
          if (obstacle === undefined) onSend();
        }}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
