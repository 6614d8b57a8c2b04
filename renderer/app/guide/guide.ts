/** The open page of the guide; `undefined` while it is closed. */
import { create } from 'zustand';

export const useGuide = create<{ readonly pageId: string | undefined }>(() => ({
  pageId: undefined,
}));

/** Opens a page, such as a screen's by its id; an unknown id opens the index. */
export function openGuide(pageId: string): void {
  useGuide.setState({ pageId });
}

export function closeGuide(): void {
  useGuide.setState({ pageId: undefined });
}
