import { usePictureSlotState } from '../../../viewer/slots/index.ts';
import { useVideo, useVideoSession } from '../session/index.ts';

export type VideoView = 'picture' | 'clip' | 'compare';

export function useVideoView(): VideoView {
  const { slot } = useVideoSession();
  const hasPhoto = usePictureSlotState(slot).photo !== undefined;
  const clipId = useVideo((state) => state.clipId);
  const isComparing = useVideo((state) => state.compared !== undefined);
  const isPictureLarge = useVideo((state) => state.isPictureLarge);
  const isFree = clipId === undefined && !isComparing;
  if (isPictureLarge ?? (isFree && hasPhoto)) return 'picture';
  return isComparing ? 'compare' : 'clip';
}
