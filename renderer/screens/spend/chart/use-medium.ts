/** On paper or with forced colours, colours alone tell nothing apart. */
import { useSyncExternalStore } from 'react';
import { PALETTES, type Palette } from './palette.ts';
import { useComputedColorScheme } from '@mantine/core';

type Medium = 'screen' | 'paper' | 'forced-colours';

const PAPER = 'print';
const FORCED = '(forced-colors: active)';

export function useMedium(): Medium {
  return useSyncExternalStore(subscribe, medium);
}

function subscribe(listener: () => void): () => void {
  const lists = [PAPER, FORCED].map((query) => window.matchMedia(query));
  for (const list of lists) list.addEventListener('change', listener);
  return () => {
    for (const list of lists) list.removeEventListener('change', listener);
  };
}

function medium(): Medium {
  if (window.matchMedia(PAPER).matches) return 'paper';
  return window.matchMedia(FORCED).matches ? 'forced-colours' : 'screen';
}

export function paletteOn(where: Medium, theme: 'light' | 'dark'): Palette {
  if (where === 'paper') return PALETTES.light;
  if (where === 'screen') return PALETTES[theme];
  return {
    ...PALETTES[theme],
    ground: 'Canvas',
    ink: 'CanvasText',
    label: 'CanvasText',
    ghost: 'CanvasText',
    grid: 'GrayText',
  };
}

export function useColourScheme(): 'light' | 'dark' {
  return useComputedColorScheme('dark');
}
