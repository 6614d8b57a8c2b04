import type { ReactNode } from 'react';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { type CommandControl, actionOf } from '../../../core/commands/run-command.ts';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';

export function BarButton(
  props: CommandControl & {
    readonly label: string;
    readonly icon: ReactNode;
    readonly isPressed?: boolean;
    readonly isDisabled?: boolean;
  },
) {
  const { nameWithKeys } = useKeyNames();
  const { label, keys, icon, isPressed, isDisabled = false } = props;
  const named = keys === undefined ? label : nameWithKeys(label, keys);
  return (
    <IconButton
      label={label}
      tip={named}
      icon={icon}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={actionOf(props)}
    />
  );
}
