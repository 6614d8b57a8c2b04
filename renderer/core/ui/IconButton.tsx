/** A button with only an icon. Its tooltip shows its name, or `tip`. */
import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';

export function IconButton({
  label,
  tip = label,
  icon,
  ...button
}: ActionIconProps &
  Omit<ComponentProps<'button'>, keyof ActionIconProps> & {
    readonly label: string;
    readonly tip?: string;
    readonly icon: ReactNode;
  }) {
  return (
    <ActionIcon data-tip={tip} size={28} aria-label={label} {...button}>
      {icon}
    </ActionIcon>
  );
}
