import { Menu, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type CommandControl, actionOf } from './run-command.ts';
import { useKeyNames } from './shortcut-keys.ts';

export function CommandMenuItem(
  props: CommandControl & {
    readonly icon?: ReactNode;
    readonly isDisabled?: boolean;
    readonly children: ReactNode;
  },
) {
  const { shortcutKeys } = useKeyNames();
  const { icon, keys, isDisabled = false, children } = props;
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
      onClick={actionOf(props)}
    >
      {children}
    </Menu.Item>
  );
}
