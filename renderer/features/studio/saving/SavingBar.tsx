/** The ways out of the program, at the foot of the panel. */
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconCopy, IconDeviceFloppy } from '@tabler/icons-react';
import { describeShortcut, isApple } from '../../../commands/shortcut.ts';
import { DragHandle } from './DragHandle.tsx';
import { useStudio, useStudioSession } from '../session/index.ts';

export function SavingBar() {
  const session = useStudioSession();
  const isReady = useStudio((state) => state.status === 'ready');
  const copyKeys = describeShortcut('Mod+C', isApple(navigator.platform)).join(' ');
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        flex={1}
        variant="default"
        leftSection={<IconDeviceFloppy size={16} />}
        disabled={!isReady}
        onClick={() => session?.saving.show()}
      >
        Save as…
      </Button>
      <Tooltip label={`Copy photo (${copyKeys})`}>
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label="Copy photo"
          disabled={!isReady}
          onClick={() => void session?.out.copy()}
        >
          <IconCopy size={18} />
        </ActionIcon>
      </Tooltip>
      <DragHandle isDisabled={!isReady} />
    </Group>
  );
}
