/** The ways out of the program, at the foot of the panel. */
import { ActionIcon, Button, Group, Tooltip } from '@mantine/core';
import { IconCopy, IconDeviceFloppy, IconFileExport, IconMovie } from '@tabler/icons-react';
import { shortcutKeys } from '../../../base/commands/shortcut-keys.ts';
import { DragHandle } from './DragHandle.tsx';
import { useStudio, useStudioSession } from '../session/index.ts';

export function SavingBar() {
  const session = useStudioSession();
  const isReady = useStudio((state) => state.status === 'ready');
  const keys = (shortcut: string) => shortcutKeys(shortcut).join(' ');
  return (
    <Group gap="xs" wrap="nowrap">
      <Tooltip label={`Save (${keys('Mod+S')})`}>
        <Button
          flex={1}
          variant="default"
          leftSection={<IconDeviceFloppy size={16} />}
          disabled={!isReady}
          onClick={() => void session?.saving.save()}
        >
          Save
        </Button>
      </Tooltip>
      <Tooltip label={`Save as… (${keys('Shift+Mod+S')})`}>
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label="Save as…"
          disabled={!isReady}
          onClick={() => session?.saving.show()}
        >
          <IconFileExport size={18} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={`Copy photo (${keys('Mod+C')})`}>
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
      <Tooltip label={`Send to Video (${keys('Alt+V')})`}>
        <ActionIcon
          variant="default"
          size="input-sm"
          aria-label="Send to Video"
          disabled={!isReady}
          onClick={() => session?.out.sendTo('video')}
        >
          <IconMovie size={18} />
        </ActionIcon>
      </Tooltip>
      <DragHandle isDisabled={!isReady} />
    </Group>
  );
}
