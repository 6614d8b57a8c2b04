/** Keeps the window on Gesso's page, without other windows. */

import { isPageUrl } from './app-scheme.ts';

interface NavigationEvent {
  preventDefault(): void;
  readonly url?: string;
  readonly isMainFrame?: boolean;
}

export interface GuardedContents {
  on(event: GuardedEvent, listener: (event: NavigationEvent) => void): unknown;
  setWindowOpenHandler(handler: () => { readonly action: 'deny' }): void;
}

export const GUARDED_EVENTS = [
  'will-navigate',
  'will-frame-navigate',
  'will-redirect',
  'will-attach-webview',
] as const;
type GuardedEvent = (typeof GUARDED_EVENTS)[number];

/** SECURITY: S13 S14 for every new web contents; only the page may reload itself. */
export function guardNavigation(contents: GuardedContents): void {
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  for (const event of GUARDED_EVENTS) {
    contents.on(event, (navigation) => {
      const isReload =
        event !== 'will-attach-webview' &&
        navigation.isMainFrame === true &&
        isPageUrl(navigation.url ?? '');
      if (!isReload) navigation.preventDefault();
    });
  }
}
