/** Begins at 100 %, and draws again when the reference has changed. */
import { useEffect } from 'react';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { useViewer } from '../../../viewer/stage/viewer-context.ts';
import type { Viewer } from '../../../viewer/stage/viewer.ts';
import type { Reference } from '../../../viewer/stage/comparing/reference.ts';

/** @param isNext another picture of the same result */
export function startAtActualSize(viewer: Viewer, isNext: boolean): void {
  if (!isNext) viewer.zoomToActualSize();
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
