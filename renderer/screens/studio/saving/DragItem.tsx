import { Loader, Menu } from '@mantine/core';
import { IconDragDrop } from '@tabler/icons-react';
import { useRef, useState, type DragEvent } from 'react';
import type { DragFile } from '../../../../shared/contract/export.ts';
import { usePictureOptions } from './use-picture-options.ts';
import { say } from '../../../base/ui/say.ts';
import { dragOut } from '../../../work/saving/drag-out.ts';
import { useStudioSession } from '../session/index.ts';

export function DragItem() {
  const session = useStudioSession();
  const options = usePictureOptions();
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
    dragOut(event, current, (id) => void session?.out.startDrag(id));
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
