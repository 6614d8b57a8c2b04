import { Box } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatBytes, formatMegapixels } from '../../../core/ui/format.ts';
import { ZoomOption } from '../options/ZoomOption.tsx';
import { StatusEnd } from '../../../core/frame/Frame.tsx';
import { Hints } from './Hints.tsx';
import { useStudio, useStudioSession } from '../session/index.ts';

/** Faster changes cannot be read, and each repaints the line. */
const POINTER_MILLISECONDS = 100;

/** @param props.hasZoom shows the zoom because there is no toolbar */
export function StatusLine({ hasZoom }: { readonly hasZoom: boolean }) {
  const photo = useStudio((state) => state.photo);
  // keeps the line, so that the canvas does not move while a photo opens
  if (photo === undefined) return <span />;
  return (
    <Box display="contents" role="group" aria-label="Status">
      <span>
        {photo.width} × {photo.height} px
      </span>
      <span>{formatMegapixels(photo.width, photo.height)}</span>
      <span>{formatBytes(photo.byteLength)}</span>
      {hasZoom && <ZoomOption />}
      <StatusEnd>
        <Pointer />
        <Hints />
      </StatusEnd>
    </Box>
  );
}

/** Written without React, since it changes all the time. */
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
    const stopView = core.subscribe(plan); // the photo may move under a resting pointer

    return () => {
      stopPointer();
      stopView();
      clearTimeout(timer);
    };
  }, [core]);
  return (
    <Box
      component="span"
      ref={element}
      flex="none"
      w="var(--gesso-label)"
      ta="right"
      // isolates the layout of text that changes with the pointer
      style={{ contain: 'strict' }}
    />
  );
}
