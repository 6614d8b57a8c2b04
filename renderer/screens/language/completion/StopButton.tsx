import { Button } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';

export function StopButton({ onStop }: { readonly onStop: () => void }) {
  return (
    <Button
      flex={1}
      leftSection={<IconPlayerStop size={16} />}
      onClick={({ detail }) => {
        // ignores the second click of a double click on the button that it replaces
        if (detail < 2) onStop();
      }}
    >
      Stop
    </Button>
  );
}
