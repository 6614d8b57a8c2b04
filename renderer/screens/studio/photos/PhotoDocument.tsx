import { Menu } from '@mantine/core';
import { IconFolderOpen, IconHistory, IconX } from '@tabler/icons-react';
import { CommandMenuItem } from '../../../core/commands/CommandMenuItem.tsx';
import { ScreenDocument } from '../../../core/frame/screen-document.tsx';
import { BatchItems } from '../batch/BatchItems.tsx';
import { SaveItem } from '../saving/SavingButtons.tsx';
import { useStudio, useStudioSession } from '../session/index.ts';
import type { StripState } from '../model/strip.ts';
import { PHOTO } from '../commands/studio-commands.ts';

export function PhotoDocument() {
  const session = useStudioSession();
  const strip = session?.strip;
  const name = useStudio((state) => openName(state.strip));
  if (name === undefined) return null;
  return (
    <ScreenDocument name={name}>
      <CommandMenuItem icon={<IconFolderOpen size={16} />} keys={PHOTO.open} label="Open photos…" />
      <CommandMenuItem
        icon={<IconHistory size={16} />}
        keys={PHOTO.recent}
        label="Add recent photos…"
      />
      <CommandMenuItem
        icon={<IconX size={16} />}
        keys={{ id: 'app.close', shortcuts: ['Alt+W'] }}
        onClick={() => strip?.close()}
        label="Close photo"
      />
      <CommandMenuItem keys={PHOTO.closeAll} label="Close all photos" />
      <Menu.Divider />
      <CommandMenuItem keys={PHOTO.selectAll} label="Select all photos" />
      <CommandMenuItem keys={PHOTO.selectNone} label="Deselect all photos" />
      <Menu.Divider />
      <BatchItems />
      <SaveItem />
    </ScreenDocument>
  );
}

function openName({ entries, activeId }: StripState): string | undefined {
  const entry = entries.find(({ id }) => id === activeId) ?? entries[0];
  return entry?.kind === 'photo' ? entry.photo.name : entry?.name;
}
