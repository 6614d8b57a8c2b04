/** Takes photos that are dropped anywhere or pasted, and says so while one is dragged over. */
import { useEffect, useState, type ReactNode } from 'react';
import { readError } from '../../../backend/client.ts';
import { carriesFiles, filesOf } from './file-input.ts';
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
      if (event.dataTransfer !== null) void take(event.dataTransfer);
    };
    const onPaste = (event: ClipboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement;
      if (!isTyping && event.clipboardData !== null) void take(event.clipboardData, true);
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
      {isOver && (
        <div className={classes['drop']}>Drop photos, or a folder of them, to open them</div>
      )}
    </>
  );
}

/** @param isPasted a pasted picture may be a mask for the open photo */
async function take(transfer: DataTransfer, isPasted = false): Promise<void> {
  const { session } = useStudio.getState();
  try {
    const files = await filesOf(transfer);
    const [only] = files;
    if (session === undefined || only === undefined) return;
    const mayBeMask = isPasted && files.length === 1;
    if (mayBeMask && (await session.mask.loadWhenMask(only))) return;
    await session.strip.importFiles(files);
  } catch (thrown) {
    useStudio.setState({ error: readError(thrown) });
  }
}
