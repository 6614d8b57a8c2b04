/** Whether the picture stands in the middle: by wish, or while nothing else does. */
import { useWellState } from '../../../pictures/wells/index.ts';
import { useVideo, useVideoSession } from '../session/index.ts';

export function useIsPictureLarge(): boolean {
  const { well } = useVideoSession();
  const hasPhoto = useWellState(well).photo !== undefined;
  const isFree = useVideo(({ clipId, compared }) => clipId === undefined && compared === undefined);
  const wish = useVideo((state) => state.isPictureLarge);
  return wish ?? (isFree && hasPhoto);
}
