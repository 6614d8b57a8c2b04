/**
 * Hands the page its line to the backend, and nothing else.
 *
 * SECURITY: S19 nothing is exposed to the page: no function, no channel name, no event. The page
 * gets one end of a message port, posted to its own window and origin.
 */
import { ipcRenderer } from 'electron';
import { PORT_CHANNEL, PORT_TYPE, READY_TYPE } from './host/port-messages.ts';

/** The little of the page's window that is used here; the rest of this program knows no DOM. */
declare const window: {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  postMessage(message: unknown, targetOrigin: string, transfer: readonly unknown[]): void;
  readonly location: { readonly origin: string };
};

// The page has no frames (`frame-src 'none'`), and the main process checks the sender.
window.addEventListener('message', ({ data }) => {
  if (isReady(data)) ipcRenderer.postMessage(PORT_CHANNEL, null);
});

ipcRenderer.on(PORT_CHANNEL, (event) => {
  window.postMessage({ type: PORT_TYPE }, window.location.origin, event.ports);
});

function isReady(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === READY_TYPE;
}
