/**
 * Gives the page its port to the backend, and paths of dropped files to the main process.
 * SECURITY: S19 nothing is exposed to the page: no function, channel name or event. The page gets
 * one end of a message port, posted to its own window and origin.
 */
import { ipcRenderer, webUtils } from 'electron';
import {
  FILES_CHANNEL,
  FILES_TYPE,
  PORT_CHANNEL,
  PORT_TYPE,
  READY_TYPE,
  UPLOAD_CHANNEL,
  UPLOAD_PLACED_TYPE,
  UPLOAD_TYPE,
  WITHOUT_PLACE_TYPE,
} from './host/port-messages.ts';

/** The parts of the page's window that are used; other code here knows no DOM. */
declare const window: {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  postMessage(message: unknown, targetOrigin: string, transfer: readonly unknown[]): void;
  readonly location: { readonly origin: string };
};

// The page has no frames (`frame-src 'none'`), and the main process checks the sender.
window.addEventListener('message', ({ data }) => {
  if (isOfType(data, READY_TYPE)) ipcRenderer.postMessage(PORT_CHANNEL, null);
  if (isOfType(data, FILES_TYPE)) {
    const paths = pathsOf(data);
    ipcRenderer.postMessage(
      FILES_CHANNEL,
      paths.filter((path) => path !== ''),
    );
    const places = paths.flatMap((path, place) => (path === '' ? [place] : []));
    window.postMessage({ type: WITHOUT_PLACE_TYPE, places }, window.location.origin, []);
  }
  if (isOfType(data, UPLOAD_TYPE)) {
    const [path = ''] = pathsOf(data);
    const upload: unknown = 'upload' in data ? data.upload : undefined;
    if (path !== '') ipcRenderer.postMessage(UPLOAD_CHANNEL, { upload, path });
    const answer = { type: UPLOAD_PLACED_TYPE, upload, isPlaced: path !== '' };
    window.postMessage(answer, window.location.origin, []);
  }
});

ipcRenderer.on(PORT_CHANNEL, (event) => {
  window.postMessage({ type: PORT_TYPE }, window.location.origin, event.ports);
});

function isOfType(data: unknown, type: string): data is object {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === type;
}

/**
 * SECURITY: S19 the page never learns or names a path: only a `File` that the user gave to it has
 * one, and it goes to the main process alone.
 * @returns an empty path for a file that is not on disk
 */
function pathsOf(data: object): readonly string[] {
  const files: unknown = 'files' in data ? data.files : undefined;
  if (!Array.isArray(files)) return [];
  return files.map((file: unknown) => {
    try {
      return webUtils.getPathForFile(file as Parameters<typeof webUtils.getPathForFile>[0]);
    } catch {
      return ''; // Not a file.
    }
  });
}
