import { Button, Loader, Menu } from '@mantine/core';
import { IconChevronDown, IconCopy, IconDeviceFloppy, IconDragDrop } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useRef, useState } from 'react';
import { queries } from '../../../core/backend/client.ts';
import { CommandMenuItem } from '../../../core/commands/CommandMenuItem.tsx';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import { SaveButton } from '../../../core/ui/SaveButton.tsx';
import { useStudio, useStudioSession } from '../session/index.ts';
import type { DragFile } from '../../../../shared/contract/export.ts';
import { usePictureOptions } from './use-picture-options.ts';
import { say } from '../../../core/ui/say.ts';
import { dragOut } from '../../../features/saving/drag-out.ts';
import { SAVING } from '../commands/studio-commands.ts';
import { count } from '../../../core/ui/format.ts';
import { photoIdsOf } from '../model/strip.ts';

export function SaveItem() {
  const all = useStudio((state) => photoIdsOf(state.strip.entries).length);
  const chosen = useStudio((state) => state.strip.choice.chosen.size);
  const which = chosen === 0 ? `all ${count(all, 'photo')}` : count(chosen, 'photo');
  return (
    <CommandMenuItem
      icon={<IconDeviceFloppy size={16} />}
      keys={SAVING.saveMany}
      label={`Save ${which}…`}
    />
  );
}

export function SavingButtons() {
  const { nameWithKeys } = useKeyNames();
  const session = useStudioSession();
  const isReady = useStudio((state) => state.status === 'ready');
  return (
    <>
      <SendMenu isDisabled={!isReady} />
      <SaveButton
        tip={nameWithKeys('Save', SAVING.save)}
        isDisabled={!isReady}
        onClick={() => void session?.saving.save()}
      >
        <CommandMenuItem
          icon={<IconDeviceFloppy size={16} />}
          keys={SAVING.saveAs}
          label="Save as…"
        />
        <SaveItem />
        <CommandMenuItem
          icon={<IconCopy size={16} />}
          keys={SAVING.copy}
          onClick={() => void session?.out.copy()}
          label="Copy photo"
        />
        <DragItem />
      </SaveButton>
    </>
  );
}

function SendMenu({ isDisabled }: { readonly isDisabled: boolean }) {
  return (
    <Menu position="bottom-end" width={240} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button data-wide rightSection={<IconChevronDown size={16} />} disabled={isDisabled}>
          Send to
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <CommandMenuItem keys={SAVING.sendToVideo} label="Video" />
        <CommandMenuItem keys={SAVING.sendToUpscale} label="Upscale" />
        <CommandMenuItem keys={SAVING.sendToFaces} label="Faces, as the picture" />
        <CommandMenuItem keys={SAVING.sendToFacesAsFace} label="Faces, as the face" />
      </Menu.Dropdown>
    </Menu>
  );
}

function DragItem() {
  const session = useStudioSession();
  const options = usePictureOptions();
  const { mutate: startDrag } = useMutation(
    queries.export.startDrag.mutationOptions({ onError: (thrown) => session?.showError(thrown) }),
  );
  const [isPreparing, setPreparing] = useState(false);
  /** Prepared when the pointer comes near. */
  const file = useRef<DragFile>(undefined);

  async function prepare(): Promise<void> {
    if (isPreparing || session === undefined) return;
    setPreparing(true);
    file.current = await session.out.prepareDrag(options);
    setPreparing(false);
  }

  function begin(event: DragEvent): void {
    const { current } = file;
    if (current === undefined || isPreparing) {
      event.preventDefault();
      say('Preparing the photo. Drag it again in a moment.');
      void prepare();
      return;
    }
    dragOut(event, current, (id) => startDrag({ id }));
  }

  return (
    <Menu.Item
      component="div"
      leftSection={isPreparing ? <Loader size={16} color="gray" /> : <IconDragDrop size={16} />}
      closeMenuOnClick={false}
      draggable
      onPointerEnter={() => void prepare()}
      onDragStart={begin}
    >
      Drag photo into another program
    </Menu.Item>
  );
}
