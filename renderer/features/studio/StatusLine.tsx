/** Facts about the photo and the view. */
import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronUp } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { formatBytes, formatMegapixels, formatZoom } from '../../ui/format.ts';
import { TypedValue } from '../../ui/TypedValue.tsx';
import { ZOOM_PRESETS, zoomOfText } from './typed-values.ts';
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
  const core = useStudioSession()?.core;
  if (zoom === undefined || core === undefined) return null;
  return (
    <span className={classes['zoom']}>
      <TypedValue
        label="Zoom in percent"
        value={formatZoom(zoom)}
        width={7}
        onEnter={(text) => {
          const entered = zoomOfText(text);
          if (entered !== undefined) core.setZoom(entered);
          return entered !== undefined;
        }}
      />
      <Menu position="top" shadow="md" width={180}>
        <Menu.Target>
          <UnstyledButton className={classes['zoomMenu'] ?? ''} aria-label="Zoom presets">
            <IconChevronUp size={14} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => core.fit()}>Fit photo to window</Menu.Item>
          {ZOOM_PRESETS.map((preset) => (
            <Menu.Item key={preset} onClick={() => core.setZoom(preset)}>
              {formatZoom(preset)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  );
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
