/** The ways out of the program and to other screens, at the foot of the panel. */
import { Button, Group, Menu, Tooltip } from '@mantine/core';
import { IconChevronDown, IconCopy, IconDeviceFloppy } from '@tabler/icons-react';
import { MenuCommand } from '../../../base/commands/MenuCommand.tsx';
import { nameWithKeys } from '../../../base/commands/shortcut-keys.ts';
import { DragHandle } from './DragHandle.tsx';
import { useStudio, useStudioSession } from '../session/index.ts';

export function SavingBar() {
  const session = useStudioSession();
  const isReady = useStudio((state) => state.status === 'ready');
  return (
    <Group gap="2xs">
      <Tooltip label={nameWithKeys('Save', 'Mod+S')}>
        <Button
          flex="1 0 auto"
          leftSection={<IconDeviceFloppy size={16} />}
          disabled={!isReady}
          onClick={() => void session?.saving.save()}
        >
          Save
        </Button>
      </Tooltip>
      <Tooltip label={nameWithKeys('Save as…', 'Shift+Mod+S')}>
        <Button flex="1 0 auto" disabled={!isReady} onClick={() => session?.saving.show()}>
          Save as…
        </Button>
      </Tooltip>
      <Tooltip label={nameWithKeys('Copy photo', 'Mod+C')}>
        <Button
          flex="1 0 auto"
          leftSection={<IconCopy size={16} />}
          aria-label="Copy photo"
          disabled={!isReady}
          onClick={() => void session?.out.copy()}
        >
          Copy
        </Button>
      </Tooltip>
      <SendMenu isDisabled={!isReady} />
      <DragHandle isDisabled={!isReady} />
    </Group>
  );
}

/** To the screens that work on a picture. */
function SendMenu({ isDisabled }: { readonly isDisabled: boolean }) {
  const out = useStudioSession()?.out;
  return (
    <Menu position="top-end" shadow="md" width={240} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button flex="1 0 auto" rightSection={<IconChevronDown size={16} />} disabled={isDisabled}>
          Send to
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuCommand keys="Alt+V" onClick={() => out?.sendTo('video')}>
          Video
        </MenuCommand>
        <MenuCommand keys="Alt+U" onClick={() => out?.sendTo('upscale')}>
          Upscale
        </MenuCommand>
        <MenuCommand keys="Alt+F" onClick={() => out?.sendTo('faces', 'picture')}>
          Faces, as the picture
        </MenuCommand>
        <MenuCommand keys="Shift+Alt+F" onClick={() => out?.sendTo('faces', 'face')}>
          Faces, as the face
        </MenuCommand>
      </Menu.Dropdown>
    </Menu>
  );
}
