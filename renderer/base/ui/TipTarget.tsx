/**
 * A button with a tooltip as the target of a menu or a popover. These set what they need (`aria-haspopup`,
 * `aria-expanded`, a click) on their child, and a tooltip there would keep it to itself.
 */
import { Tooltip, type TooltipProps } from '@mantine/core';
import { cloneElement, type ReactElement, type Ref } from 'react';

export function TipTarget({
  label,
  position,
  disabled = false,
  children,
  className,
  ...target
}: {
  readonly label: string;
  readonly position?: TooltipProps['position'];
  /** No tooltip now, such as while the menu is open. */
  readonly disabled?: boolean;
  /** The button. */
  readonly children: ReactElement<{ readonly className?: string | undefined }>;
  readonly className?: string;
  readonly ref?: Ref<HTMLElement>;
}) {
  const classes = [children.props.className, className].filter(Boolean).join(' ');
  return (
    <Tooltip label={label} {...(position && { position })} disabled={disabled}>
      {cloneElement(children, { ...target, className: classes })}
    </Tooltip>
  );
}
