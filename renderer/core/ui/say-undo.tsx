import { Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { makeRoom } from './say.ts';
import { QuietButton } from './variants.ts';

/** How long it stays, ms. */
const PATIENCE = 10_000;

/** @param undo is called at most once; the button closes the message */
export function sayUndo(message: string, undo: () => void): void {
  makeRoom();
  const id = notifications.show({
    autoClose: PATIENCE,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <QuietButton
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </QuietButton>
      </Group>
    ),
  });
}
