/** Which page of the guide is shown; `undefined` while it is closed. */
import { create } from 'zustand';

export const useGuide = create<{ readonly pageId: string | undefined }>(() => ({
  pageId: undefined,
}));

/** Opens a page, such as the one of a screen by its id. An unknown one opens the first page. */
export function openGuide(pageId: string): void {
  useGuide.setState({ pageId });
}

/** Closes it. */
export function closeGuide(): void {
  useGuide.setState({ pageId: undefined });
}
