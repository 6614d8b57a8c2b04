/** Tries upscalers on the part in the middle of the view. */
import { useToolbarViewer } from '../../../viewer/stage/toolbar-zoom.tsx';
import { tryPartAround } from '../model/try-part.ts';
import { isFramingPart, useUpscaleSession, useUpscaleState } from '../session/index.ts';

export function useToggleTry(): () => void {
  const session = useUpscaleSession();
  const state = useUpscaleState();
  const viewer = useToolbarViewer();
  return () => {
    const { photo } = session.slot.state.getState();
    if (photo === undefined) return;
    if (isFramingPart(state())) {
      session.setTryPart(undefined);
      return;
    }
    const { view, stage, picture = photo } = viewer?.getSnapshot() ?? {};
    const share =
      view === undefined || stage === undefined
        ? { x: 0.5, y: 0.5 }
        : {
            x: (stage.width / 2 - view.x) / view.scale / picture.width,
            y: (stage.height / 2 - view.y) / view.scale / picture.height,
          };
    const middle = { x: share.x * photo.width, y: share.y * photo.height };
    session.setTryPart(tryPartAround(photo, middle));
  };
}
