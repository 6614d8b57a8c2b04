import { Menu } from '@mantine/core';
import { IconFolderOpen, IconX } from '@tabler/icons-react';
import { MenuCommand } from '../../../base/commands/MenuCommand.tsx';
import { ScreenDocument } from '../../../base/frame/screen-document.tsx';
import { useWellState } from '../../../pictures/wells/index.ts';
import { pickFiles } from '../../../work/files/file-input.ts';
import { useFacesSession } from '../session/index.ts';

export function FacesDocument() {
  const { wells } = useFacesSession();
  const face = useWellState(wells.face).photo;
  const picture = useWellState(wells.picture).photo;
  const name = [face?.name, picture?.name].filter(Boolean).join(' into ');
  if (name === '') return null;
  return (
    <ScreenDocument name={name}>
      <MenuCommand
        icon={<IconFolderOpen size={16} />}
        keys="Shift+Mod+O"
        onClick={() => pickFiles((files) => void wells.face.takeFiles(files))}
      >
        Open face…
      </MenuCommand>
      <MenuCommand
        icon={<IconFolderOpen size={16} />}
        keys="Mod+O"
        onClick={() => pickFiles((files) => void wells.picture.takeFiles(files))}
      >
        Open picture…
      </MenuCommand>
      <Menu.Item
        leftSection={<IconX size={16} />}
        onClick={() => {
          wells.face.set(undefined);
          wells.picture.set(undefined);
        }}
      >
        Close both
      </Menu.Item>
    </ScreenDocument>
  );
}
