import { Menu } from '@mantine/core';
import {
  IconBrush,
  IconFolderOpen,
  IconHistory,
  IconListNumbers,
  IconTypography,
  IconX,
} from '@tabler/icons-react';
import { CommandMenuItem } from '../../../core/commands/CommandMenuItem.tsx';
import { ScreenDocument } from '../../../core/frame/screen-document.tsx';
import { count } from '../../../core/ui/format.ts';
import { SaveItem } from '../saving/SavingButtons.tsx';
import { useCanvas, useStudio, useStudioSession } from '../session/index.ts';
import type { StripState } from '../model/strip.ts';
import { BATCH, PHOTO } from '../commands/studio-commands.ts';

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

function BatchItems() {
  const session = useStudioSession();
  const chosen = useStudio((state) => state.strip.choice.chosen.size);
  const hasMask = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  const which = chosen === 1 ? 'this photo' : count(chosen, 'photo');
  return (
    <>
      <CommandMenuItem
        icon={<IconTypography size={16} />}
        keys={BATCH.batchText}
        label={`Remove text from ${which}…`}
      />
      <CommandMenuItem
        icon={<IconBrush size={16} />}
        keys={BATCH.batchMask}
        isDisabled={!hasMask}
        label={`Same mask on ${which}…`}
      />
      <CommandMenuItem
        icon={<IconListNumbers size={16} />}
        onClick={() => session?.out.runRecipe()}
        label={`Run a recipe on ${which}…`}
      />
    </>
  );
}
