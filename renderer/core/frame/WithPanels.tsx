import type { ReactNode } from 'react';
import { useScreenState } from '../backend/settings.ts';

/**
 * Hides parts of a frame together with the panels. They stay mounted, because mounting them again
 * takes longer than a frame.
 */
export function WithPanels({ children }: { readonly children: ReactNode }) {
  const arePanelsShown = useScreenState('arePanelsShown');
  return <div style={{ display: arePanelsShown ? 'contents' : 'none' }}>{children}</div>;
}
