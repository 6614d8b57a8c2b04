/** Whether the window is too narrow for everything, for what is not rendered then. */
import { useMediaQuery } from '@mantine/hooks';
import { useTextScale } from '../ui/text-scale.ts';

/** Below this width, inspector and cards are smaller. CSS pixels at 100 % text. */
const NARROW = 1120;

export function useIsNarrow(): boolean {
  const width = NARROW * useTextScale();
  return useMediaQuery(`(max-width: ${width}px)`, undefined, { getInitialValueInEffect: false });
}
