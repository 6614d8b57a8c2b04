import type { ReactNode } from 'react';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { type CommandKeys, useKeyNames } from '../../../core/commands/shortcut-keys.ts';

export function BarButton(props: {
  readonly label: string;
  readonly keys?: CommandKeys;
  readonly icon: ReactNode;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}) {
  const { nameWithKeys } = useKeyNames();
  const { label, keys, icon, isPressed, isDisabled = false, onClick } = props;
  const named = keys === undefined ? label : nameWithKeys(label, keys);
  return (
    <IconButton
      label={label}
      tip={named}
      icon={icon}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
    />
  );
}
