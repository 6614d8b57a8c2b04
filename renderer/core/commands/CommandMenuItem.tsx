import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { type CommandControl, actionOf } from './run-command.ts';
import { useKeyNames } from './shortcut-keys.ts';
import { SmallNote } from '../ui/variants.ts';

export function CommandMenuItem(
  props: CommandControl & {
    readonly icon?: ReactNode;
    readonly isDisabled?: boolean;
    readonly label: string;
  },
) {
  const { shortcutKeys } = useKeyNames();
  const { icon, keys, isDisabled = false, label } = props;
  return (
    <Menu.Item
      leftSection={icon}
      rightSection={keys !== undefined && <SmallNote>{shortcutKeys(keys).join(' ')}</SmallNote>}
      disabled={isDisabled}
      onClick={actionOf(props)}
    >
      {label}
    </Menu.Item>
  );
}
