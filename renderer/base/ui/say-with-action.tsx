/** A sentence at the edge of the window with one button, such as "Undo". */
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { makeRoom } from './say.ts';

/** How long it can be taken, ms. */
const PATIENCE = 10_000;

/** @param action its button; the sentence goes when it is pressed */
export function sayWithAction(
  message: string,
  action: { readonly label: string; readonly run: () => void },
): void {
  makeRoom();
  const id = notifications.show({
    autoClose: PATIENCE,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          variant="subtle"
          onClick={() => {
            notifications.hide(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      </Group>
    ),
  });
}
