import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconCopy, IconDeviceFloppy } from '@tabler/icons-react';
import { MenuCommand } from '../../../base/commands/MenuCommand.tsx';
import { nameWithKeys } from '../../../base/commands/shortcut-keys.ts';
import { SplitButton } from '../../../base/ui/SplitButton.tsx';
import { useStudio, useStudioSession } from '../session/index.ts';
import { DragItem } from './DragItem.tsx';
import { SaveItem } from './SaveItem.tsx';

export function SavingButtons() {
  const session = useStudioSession();
  const isReady = useStudio((state) => state.status === 'ready');
  return (
    <>
      <SendMenu isDisabled={!isReady} />
      <SplitButton
        label="Save"
        tip={nameWithKeys('Save', 'Mod+S')}
        menuLabel="More ways to save"
        isDisabled={!isReady}
        onClick={() => void session?.saving.save()}
      >
        <MenuCommand
          icon={<IconDeviceFloppy size={16} />}
          keys="Shift+Mod+S"
          onClick={() => session?.saving.show()}
        >
          Save as…
        </MenuCommand>
        <SaveItem />
        <MenuCommand
          icon={<IconCopy size={16} />}
          keys="Mod+C"
          onClick={() => void session?.out.copy()}
        >
          Copy photo
        </MenuCommand>
        <DragItem />
      </SplitButton>
    </>
  );
}

function SendMenu({ isDisabled }: { readonly isDisabled: boolean }) {
  const out = useStudioSession()?.out;
  return (
    <Menu position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button data-wide rightSection={<IconChevronDown size={16} />} disabled={isDisabled}>
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
