/** The window never leaves Gesso's page and never makes another window. */

import { isPageUrl } from './app-scheme.ts';

/** An event that can be stopped, and where it leads. */
interface NavigationEvent {
  preventDefault(): void;
  readonly url?: string;
  readonly isMainFrame?: boolean;
}

/** The part of Electron's `WebContents` that is used. */
export interface GuardedContents {
  on(event: GuardedEvent, listener: (event: NavigationEvent) => void): unknown;
  setWindowOpenHandler(handler: () => { readonly action: 'deny' }): void;
}

/** Every event by which a page can lead elsewhere. */
export const GUARDED_EVENTS = [
  'will-navigate',
  'will-frame-navigate',
  'will-redirect',
  'will-attach-webview',
] as const;
type GuardedEvent = (typeof GUARDED_EVENTS)[number];

/**
 * SECURITY: S13 S14 call for every new web contents. Only the page may load itself anew, in the main
 * frame; loading it in the first place is the program's doing and does not pass here.
 */
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
