/** Mantine's components with the properties that most of their uses share. */
import { Button, Text } from '@mantine/core';

export const SmallNote = Text.withProps({ size: 'xs', c: 'dimmed' });

export const QuietButton = Button.withProps({ variant: 'subtle' });

/** For rows, cards and messages. */
export const SmallButton = Button.withProps({ size: 'compact-xs' });
