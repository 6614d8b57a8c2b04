/**
 * The one line between window and backend: the page asks for a port, and the main process hands one
 * end to the contract's handler and the other to the page. Beside it only places of dropped files come
 * from the preload, one way. There is no other channel.
 */
import { isAbsolute } from 'node:path';
import { isAppUrl } from './app-scheme.ts';
import { FILES_CHANNEL, PORT_CHANNEL, UPLOAD_CHANNEL } from './port-messages.ts';

/** The part of a frame that is used. Its properties throw once the frame is gone. */
export interface SendingFrame<Port> {
  readonly url: string;
  readonly parent: unknown;
  readonly detached: boolean;
  isDestroyed(): boolean;
  postMessage(channel: string, message: unknown, transfer: Port[]): void;
}

/** The part of Electron's `IpcMainEvent` that is used. */
export interface PortRequest<Port> {
  readonly sender: { readonly id: number };
  readonly senderFrame: SendingFrame<Port> | null;
}

/** Both ends of a new channel. */
export interface Channel<Port> {
  readonly port1: Port;
  readonly port2: Port;
}

/** The parts of the hand-over. */
export interface PortChannelParts<Port extends { start(): void; close(): void }> {
  readonly ipcMain: {
    on(channel: string, listener: (event: PortRequest<Port>) => void): unknown;
  };
  createChannel(): Channel<Port>;
  /** Connects the backend's handler to a port. @param webContentsId whose page has asked */
  serve(port: Port, webContentsId: number): void;
  /** True for the id of a window that Gesso made. */
  isOwnWindow(webContentsId: number): boolean;
  writeLogLine(line: string): void;
}

/** Starts answering requests for a port. A page that asks again (a reload) gets a new one. */
export function installPortChannel<Port extends { start(): void; close(): void }>(
  parts: PortChannelParts<Port>,
): void {
  const ports = new Map<number, Port>();
  parts.ipcMain.on(PORT_CHANNEL, (event) => {
    const frame = trustedFrame(event, (id) => parts.isOwnWindow(id));
    if (frame === undefined) {
      parts.writeLogLine('window: a request for a port was refused');
      return;
    }
    ports.get(event.sender.id)?.close();
    const { port1, port2 } = parts.createChannel();
    ports.set(event.sender.id, port1);
    parts.serve(port1, event.sender.id);
    port1.start();
    frame.postMessage(PORT_CHANNEL, null, [port2]);
  });
}

/** Most files and folders of one drop. */
const MOST_DROPPED = 10_000;

/** Starts taking places of files from the preload, dropped or uploaded; the page learns none of them. */
export function installFileChannel<Port>(parts: {
  readonly ipcMain: {
    on(channel: string, listener: (event: PortRequest<Port>, message: unknown) => void): unknown;
  };
  /** True for the id of a window that Gesso made. */
  isOwnWindow(webContentsId: number): boolean;
  /** @param paths absolute */
  take(paths: readonly string[]): void;
  /** The file of an upload. @param path absolute */
  placeUpload(upload: string, path: string): void;
  writeLogLine(line: string): void;
}): void {
  parts.ipcMain.on(FILES_CHANNEL, (event, paths) => {
    if (trustedFrame(event, (id) => parts.isOwnWindow(id)) === undefined) {
      parts.writeLogLine('window: dropped files were refused');
      return;
    }
    const places: readonly unknown[] = Array.isArray(paths) ? paths.slice(0, MOST_DROPPED) : [];
    const absolute = places.filter(
      (path): path is string => typeof path === 'string' && isAbsolute(path),
    );
    if (absolute.length > 0) parts.take(absolute);
  });
  parts.ipcMain.on(UPLOAD_CHANNEL, (event, message) => {
    if (trustedFrame(event, (id) => parts.isOwnWindow(id)) === undefined) {
      parts.writeLogLine('window: the place of an upload was refused');
      return;
    }
    const { upload, path } = (message ?? {}) as {
      readonly upload?: unknown;
      readonly path?: unknown;
    };
    if (typeof upload === 'string' && typeof path === 'string' && isAbsolute(path)) {
      parts.placeUpload(upload, path);
    }
  });
}

/**
 * SECURITY: S17 the sender is a window of ours, its main frame, alive, and shows Gesso's page.
 *
 * @returns the frame, or `undefined` for anything else, also when asking about it throws
 */
export function trustedFrame<Port>(
  event: PortRequest<Port>,
  isOwnWindow: (webContentsId: number) => boolean,
): SendingFrame<Port> | undefined {
  try {
    const frame = event.senderFrame;
    if (frame === null || frame.isDestroyed() || frame.detached) return undefined;
    if (!isOwnWindow(event.sender.id) || frame.parent !== null) return undefined;
    return isAppUrl(frame.url) ? frame : undefined;
  } catch {
    return undefined; // the frame went away meanwhile: there is no one to answer
  }
}
