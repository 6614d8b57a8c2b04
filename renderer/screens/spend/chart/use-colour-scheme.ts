import { useComputedColorScheme } from '@mantine/core';

export function useColourScheme(): 'light' | 'dark' {
  return useComputedColorScheme('dark');
}
