import { Menu } from '@mantine/core';
import { IconFolderOpen, IconX } from '@tabler/icons-react';
import { CommandMenuItem } from '../../../core/commands/CommandMenuItem.tsx';
import { ScreenDocument } from '../../../core/frame/screen-document.tsx';
import { usePictureSlotState } from '../../../viewer/slots/index.ts';
import { pickFiles } from '../../../features/files/file-input.ts';
import { useFacesSession } from '../session/index.ts';
import { FACES } from '../commands/faces-commands.ts';

export function FacesDocument() {
  const { slots } = useFacesSession();
  const face = usePictureSlotState(slots.face).photo;
  const picture = usePictureSlotState(slots.picture).photo;
  const name = [face?.name, picture?.name].filter(Boolean).join(' into ');
  if (name === '') return null;
  return (
    <ScreenDocument name={name}>
      <CommandMenuItem
        icon={<IconFolderOpen size={16} />}
        keys={FACES.openFace}
        onClick={() => pickFiles((files) => void slots.face.takeFiles(files))}
      >
        Open face…
      </CommandMenuItem>
      <CommandMenuItem
        icon={<IconFolderOpen size={16} />}
        keys={FACES.openPicture}
        onClick={() => pickFiles((files) => void slots.picture.takeFiles(files))}
      >
        Open picture…
      </CommandMenuItem>
      <Menu.Item
        leftSection={<IconX size={16} />}
        onClick={() => {
          slots.face.set(undefined);
          slots.picture.set(undefined);
        }}
      >
        Close both
      </Menu.Item>
    </ScreenDocument>
  );
}
