/** An item of a menu that shows the keys of the same command. */
import { Menu, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { shortcutKeys } from './shortcut-keys.ts';

/** @param props.keys a shortcut as commands name it, such as `Alt+S`; some have none */
export function MenuCommand(props: {
  readonly icon?: ReactNode;
  readonly keys?: string;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
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
