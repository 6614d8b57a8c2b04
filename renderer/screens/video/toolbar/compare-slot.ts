/** The place in the toolbar for the ways to compare, whose state is Compare's own. */
import { create } from 'zustand';

export const useCompareSlot = create<{ readonly element: HTMLElement | null }>(() => ({
  element: null,
}));

/** For the `ref` of the toolbar's element. */
export function lendCompareSlot(element: HTMLElement | null): void {
  useCompareSlot.setState({ element });
}
