/**
 * A button with a tooltip that opens a menu or popover. These set properties on their child
 * (`aria-haspopup`, `aria-expanded`, a click handler), which a plain tooltip would not pass on.
 */
import { Tooltip } from '@mantine/core';
import { cloneElement, type ReactElement, type Ref } from 'react';

export function TipTarget({
  label,
  disabled = false,
  children,
  className,
  ...target
}: {
  readonly label: string;
  /** Hides the tooltip, such as while the menu is open. */
  readonly disabled?: boolean;
  /** The button. */
  readonly children: ReactElement<{ readonly className?: string | undefined }>;
  readonly className?: string;
  readonly ref?: Ref<HTMLElement>;
}) {
  const classes = [children.props.className, className].filter(Boolean).join(' ');
  return (
    <Tooltip label={label} disabled={disabled}>
      {cloneElement(children, { ...target, className: classes })}
    </Tooltip>
  );
}
