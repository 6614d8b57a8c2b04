/** Facts about the photo and the view. */
import { formatBytes, formatMegapixels, formatZoom } from '../../ui/format.ts';
import classes from './Studio.module.css';
import { useStudio } from './studio-store.ts';
import { useCanvas } from './use-canvas.ts';

export function StatusLine() {
  const photo = useStudio((state) => state.photo);
  return (
    <div className={classes['status']} role="group" aria-label="Status">
      {photo !== undefined && (
        <>
          <span className={classes['fileName']}>{photo.name}</span>
          <span>
            {photo.width} × {photo.height}
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

function Pointer() {
  const pointer = useCanvas((snapshot) => snapshot.pointer);
  return (
    <span className={classes['pointer']}>
      {pointer === undefined ? '' : `${Math.floor(pointer.x)}, ${Math.floor(pointer.y)}`}
    </span>
  );
}
