/** Takes photos that are dropped anywhere or pasted, and says so while one is dragged over. */
import { useEffect, useState, type ReactNode } from 'react';
import { readError } from '../../../backend/client.ts';
import { carriesFiles, fileOf } from './file-input.ts';
import classes from '../Studio.module.css';
import { useStudio } from '../session/studio-store.ts';

export function DropArea({ children }: { readonly children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    let depth = 0; // dragenter and dragleave come for every element that is crossed
    const onEnter = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      depth += 1;
      setOver(true);
    };
    const onLeave = () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const onOver = (event: DragEvent) => event.preventDefault();
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      depth = 0;
      setOver(false);
      if (event.dataTransfer !== null) take(event.dataTransfer);
    };
    const onPaste = (event: ClipboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement;
      if (!isTyping && event.clipboardData !== null) take(event.clipboardData, true);
    };
    window.addEventListener('dragenter', onEnter);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('dragover', onOver);
    window.addEventListener('drop', onDrop);
    window.addEventListener('paste', onPaste);
    return () => {
      window.removeEventListener('dragenter', onEnter);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('drop', onDrop);
      window.removeEventListener('paste', onPaste);
    };
  }, []);
  return (
    <>
      {children}
      {isOver && <div className={classes['drop']}>Drop the photo to open it</div>}
    </>
  );
}

/** @param isPasted a pasted picture may be a mask for the open photo */
function take(transfer: DataTransfer, isPasted = false): void {
  try {
    const file = fileOf(transfer);
    if (file !== undefined) void open(file, isPasted);
  } catch (thrown) {
    useStudio.setState({ error: readError(thrown) });
  }
}

async function open(file: File, isPasted: boolean): Promise<void> {
  const { session } = useStudio.getState();
  if (isPasted && (await session?.mask.loadWhenMask(file)) === true) return;
  await session?.photos.importFile(file);
}
