/** Facts about the photo and the view. */
import { useEffect, useRef } from 'react';
import { formatBytes, formatMegapixels, formatZoom } from '../../ui/format.ts';
import classes from './Studio.module.css';
import { useCanvas, useStudio, useStudioSession } from './session/index.ts';

/** Digits that change more often cannot be read; each change lays out and paints the line anew. */
const POINTER_MILLISECONDS = 100;

export function StatusLine() {
  const photo = useStudio((state) => state.photo);
  return (
    <div className={classes['status']} role="group" aria-label="Status">
      {photo !== undefined && (
        <>
          <span className={classes['fileName']}>{photo.name}</span>
          <span>
            {photo.width} × {photo.height} px
          </span>
          <span>{formatMegapixels(photo.width, photo.height)}</span>
          <span>{formatBytes(photo.byteLength)}</span>
          <Zoom />
          <Pointer />
        </>
      )}
    </div>
  );
}

function Zoom() {
  const zoom = useCanvas((snapshot) => snapshot.zoom);
  return <span data-testid="zoom">{zoom === undefined ? '' : formatZoom(zoom)}</span>;
}

/** The photo pixel under the pointer, written past React: it changes all the time. */
function Pointer() {
  const core = useStudioSession()?.core;
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (core === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = (): void => {
      timer = undefined;
      const pointer = core.pointerOnPhoto();
      const text = pointer === undefined ? '' : `${pointer.x}, ${pointer.y}`;
      if (element.current !== null && element.current.textContent !== text) {
        element.current.textContent = text;
      }
    };
    const plan = (): void => {
      timer ??= setTimeout(write, POINTER_MILLISECONDS);
    };
    const stopPointer = core.onPointerMoved(plan);
    const stopView = core.subscribe(plan); // the photo moves under a resting pointer

    return () => {
      stopPointer();
      stopView();
      clearTimeout(timer);
    };
  }, [core]);
  return <span ref={element} className={classes['pointer']} />;
}
