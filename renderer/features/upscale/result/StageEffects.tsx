/** Within a viewer: begins at 100 %, and draws again when the reference has changed. */
import { useEffect, useRef } from 'react';
import { useViewer, useViewerSnapshot, type Reference } from '../../../viewer/index.ts';

/** @param props.subject another one begins at 100 % again */
export function StartAtActualSize({ subject }: { readonly subject: string }) {
  const viewer = useViewer();
  const hasPicture = useViewerSnapshot((snapshot) => snapshot.picture !== undefined) === true;
  const begun = useRef('');
  useEffect(() => {
    if (!hasPicture || begun.current === subject) return;
    begun.current = subject;
    viewer?.zoomToActualSize();
  }, [viewer, hasPicture, subject]);
  return null;
}

export function RedrawReference({ reference }: { readonly reference: Reference | undefined }) {
  const viewer = useViewer();
  useEffect(() => reference?.onChanged(() => viewer?.drawNow()), [viewer, reference]);
  return null;
}
