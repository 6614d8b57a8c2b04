/** A message with one button, such as "Undo". */
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { makeRoom } from './say.ts';

/** How long it stays, ms. */
const PATIENCE = 10_000;

/** @param action of the button, which closes the message */
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
