/** Whether the window is narrow, for parts that are not rendered then. */
import { useMediaQuery } from '@mantine/hooks';
import { useTextScale } from '../ui/text-scale.ts';

/** Below this width, inspector and cards are smaller. CSS pixels at 100 % text. */
const NARROW = 1120;

export function useIsNarrow(): boolean {
  const width = NARROW * useTextScale();
  return useMediaQuery(`(max-width: ${width}px)`, undefined, { getInitialValueInEffect: false });
}
