/** The theme that is shown, for colours that are drawn. */
import { useComputedColorScheme } from '@mantine/core';

export function useColourScheme(): 'light' | 'dark' {
  return useComputedColorScheme('dark');
}
