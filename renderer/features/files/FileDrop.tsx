/** Routes dropped and pasted files to the current screen. Mounted once. Ignores dragged text. */
import { Center } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { say } from '../../core/ui/say.ts';
import { droppedItems, carriesFiles, filesOf } from './file-input.ts';
import { intakeAt, useFileIntakes, type FileIntake, type FileSource } from './file-intake.ts';

export function FileDrop({ children }: { readonly children: ReactNode }) {
  const [over, setOver] = useState<FileIntake>();
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    const intakeOf = (event: Event) => intakeAt(useFileIntakes.getState().intakes, event.target);

    function onEnter(event: DragEvent): void {
      if (!carriesFiles(event.dataTransfer)) return;
      setOver(intakeOf(event));
    }
    const end = (): void => setOver(undefined);
    function onLeave({ relatedTarget: entered }: DragEvent): void {
      if (entered === null) end();
    }
    function onOver(event: DragEvent): void {
      if (event.dataTransfer === null || !carriesFiles(event.dataTransfer)) return;
      event.preventDefault(); // otherwise the window would navigate to the file
      event.dataTransfer.dropEffect = intakeOf(event) === undefined ? 'none' : 'copy';
    }
    function onDrop(event: DragEvent): void {
      if (event.dataTransfer === null || !carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      end();
      void take(intakeOf(event), event.dataTransfer, 'drop');
    }
    function onPaste(event: ClipboardEvent): void {
      if (event.clipboardData === null || !carriesFiles(event.clipboardData)) return;
      if (isTextField(event.target)) return;
      void take(intakeOf(event), event.clipboardData, 'paste');
    }
    window.addEventListener('dragenter', onEnter, { signal });
    window.addEventListener('dragleave', onLeave, { signal });
    // nothing else says so if the element under the pointer was removed meanwhile
    window.addEventListener('pointermove', end, { signal });
    window.addEventListener('dragover', onOver, { signal });
    window.addEventListener('drop', onDrop, { signal });
    window.addEventListener('paste', onPaste, { signal });
    return () => listeners.abort();
  }, []);
  return (
    <>
      {children}
      {over !== undefined && over.element === undefined && (
        <Center
          pos="fixed"
          inset="var(--gesso-space-xs)"
          c="var(--gesso-on-picture)"
          bg="var(--gesso-on-picture-line)"
          bd="var(--gesso-outline) dashed var(--gesso-accent)"
          bdrs="md"
          fz="lg"
          style={{ zIndex: 400, pointerEvents: 'none' }}
        >
          {over.label}
        </Center>
      )}
    </>
  );
}

async function take(
  intake: FileIntake | undefined,
  transfer: DataTransfer,
  source: FileSource,
): Promise<void> {
  if (intake === undefined) return;
  if (intake.takeItems !== undefined) return intake.takeItems(droppedItems(transfer), source);
  try {
    const files = await filesOf(transfer, say);
    if (files.length > 0) intake.take(files, source);
  } catch (thrown) {
    intake.refuse(thrown);
  }
}

/** Fields that handle paste themselves. */
const TEXT_FIELDS =
  'textarea, input:not([type=range], [type=checkbox], [type=radio], [type=button], [type=submit])';

function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches(TEXT_FIELDS);
}
