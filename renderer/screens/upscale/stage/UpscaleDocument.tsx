import { Menu } from '@mantine/core';
import { IconFolderOpen, IconX } from '@tabler/icons-react';
import { CommandMenuItem } from '../../../core/commands/CommandMenuItem.tsx';
import { ScreenDocument } from '../../../core/frame/screen-document.tsx';
import { usePictureSlotState } from '../../../viewer/slots/index.ts';
import { pickFiles } from '../../../features/files/file-input.ts';
import { useUpscaleSession } from '../session/index.ts';
import { UPSCALE } from '../upscale-commands.ts';

export function UpscaleDocument() {
  const session = useUpscaleSession();
  const { photo } = usePictureSlotState(session.slot);
  if (photo === undefined) return null;
  return (
    <ScreenDocument name={photo.name}>
      <CommandMenuItem
        icon={<IconFolderOpen size={16} />}
        keys={UPSCALE.open}
        onClick={() => pickFiles((files) => void session.pictures.add(files), undefined, true)}
      >
        Add pictures…
      </CommandMenuItem>
      <Menu.Item leftSection={<IconX size={16} />} onClick={() => session.slot.set(undefined)}>
        Close
      </Menu.Item>
    </ScreenDocument>
  );
}
