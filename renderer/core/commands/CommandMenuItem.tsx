/** A menu item that runs a command and shows its keys. */
import { Menu, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type CommandKeys, useKeyNames } from './shortcut-keys.ts';

export function CommandMenuItem(props: {
  readonly icon?: ReactNode;
  readonly keys?: CommandKeys | undefined;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  const { shortcutKeys } = useKeyNames();
  const { icon, keys, isDisabled = false, onClick, children } = props;
  return (
    <Menu.Item
      leftSection={icon}
      rightSection={
        keys !== undefined && (
          <Text size="xs" c="dimmed">
            {shortcutKeys(keys).join(' ')}
          </Text>
        )
      }
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </Menu.Item>
  );
}
