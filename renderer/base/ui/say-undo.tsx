/** A short sentence at the edge of the window, with the way back. */
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** How long the way back is offered, ms. */
const OFFERED = 10_000;

/** @param undo is called at most once */
export function sayUndo(message: string, undo: () => void): void {
  const id = notifications.show({
    autoClose: OFFERED,
    message: (
      <Group justify="space-between" wrap="nowrap">
        {message}
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
}
