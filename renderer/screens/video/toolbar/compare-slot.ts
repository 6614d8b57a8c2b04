/** Lets Compare, which owns its state, put its controls into the toolbar. */
import { create } from 'zustand';

export const useCompareSlot = create<{ readonly element: HTMLElement | null }>(() => ({
  element: null,
}));

export function lendCompareSlot(element: HTMLElement | null): void {
  useCompareSlot.setState({ element });
}
