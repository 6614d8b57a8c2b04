import { Menu } from '@mantine/core';
import { IconDragDrop } from '@tabler/icons-react';
import { useRef, useState, type DragEvent } from 'react';
import type { DragFile } from '../../../../shared/contract/export.ts';
import { backend } from '../../../core/backend/client.ts';
import { say } from '../../../core/ui/say.ts';
import { dragOut } from '../../../features/saving/drag-out.ts';
import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import { attemptAction, referenceOf } from './clip-actions.ts';

export function ClipDragItem(shown: { readonly job: Job; readonly output: JobOutput }) {
  const [isPreparing, setPreparing] = useState(false);
  /** Made as soon as the pointer comes near. */
  const file = useRef<DragFile>(undefined);

  function prepare(): void {
    if (isPreparing || file.current !== undefined) return;
    setPreparing(true);
    attemptAction(async () => {
      try {
        file.current = await backend.clips.prepareDrag(referenceOf(shown));
      } finally {
        setPreparing(false);
      }
    });
  }

  function begin(event: DragEvent): void {
    const { current } = file;
    if (current === undefined) {
      event.preventDefault();
      say('Preparing the clip. Drag it again in a moment.');
      prepare();
      return;
    }
    dragOut(event, current, (id) => attemptAction(() => backend.export.startDrag({ id })));
  }

  return (
    <Menu.Item
      component="div"
      leftSection={<IconDragDrop size={16} />}
      draggable
      closeMenuOnClick={false}
      onPointerEnter={prepare}
      onDragStart={begin}
    >
      Drag into another program
    </Menu.Item>
  );
}
