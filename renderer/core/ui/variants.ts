/** Variants of Mantine's components that many places use. */
import { Anchor, Button, Text } from '@mantine/core';

export const Note = Text.withProps({ size: 'sm', c: 'dimmed' });

export const SmallNote = Text.withProps({ size: 'xs', c: 'dimmed' });

export const Status = Text.withProps({ size: 'sm', role: 'status' });

export const SmallStatus = Text.withProps({ size: 'xs', role: 'status' });

export const QuietButton = Button.withProps({ variant: 'subtle' });

/** For rows, cards and messages. */
export const SmallButton = Button.withProps({ size: 'compact-xs' });

/** Looks like a link, and acts in the window. */
export const LinkButton = Anchor.withProps<'button'>({
  component: 'button',
  type: 'button',
  inherit: true,
});
