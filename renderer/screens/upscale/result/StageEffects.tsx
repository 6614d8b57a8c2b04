/** Begins at 100 %, and draws again when the reference has changed. */
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { useViewer, useViewerSnapshot } from '../../../viewer/stage/viewer-context.ts';
import type { Reference } from '../../../viewer/stage/comparing/reference.ts';

/**
 * @param props.subject a change of it starts at 100 % again
 * @param props.onShown its picture is on the screen
 */
export function StartAtActualSize(props: {
  readonly subject: string;
  readonly onShown?: () => void;
}) {
  const { subject } = props;
  const onShown = useEffectEvent(() => props.onShown?.());
  const viewer = useViewer();
  const hasPicture = useViewerSnapshot((snapshot) => snapshot.picture !== undefined) === true;
  const begun = useRef('');
  useEffect(() => {
    if (!hasPicture || begun.current === subject) return;
    begun.current = subject;
    viewer?.zoomToActualSize();
    onShown();
  }, [viewer, hasPicture, subject]);
  return null;
}

/** @param props.part shares of the result's sides */
export function ShowPart({ part }: { readonly part: Rect | undefined }) {
  const viewer = useViewer();
  useEffect(() => {
    const picture = viewer?.getSnapshot().picture;
    if (viewer === undefined || picture === undefined || part === undefined) return undefined;
    const rect = {
      x: Math.round(part.x * picture.width),
      y: Math.round(part.y * picture.height),
      width: Math.max(1, Math.round(part.width * picture.width)),
      height: Math.max(1, Math.round(part.height * picture.height)),
    };
    viewer.setMark(rect);
    viewer.showRect(rect);
    return () => viewer.setMark(undefined);
  }, [viewer, part]);
  return null;
}

export function RedrawReference({ reference }: { readonly reference: Reference | undefined }) {
  const viewer = useViewer();
  useEffect(() => reference?.onChanged(() => viewer?.drawNow()), [viewer, reference]);
  return null;
}
