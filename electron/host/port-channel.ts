/** The page asks for a port; apart from that, the preload only sends paths of dropped files. */
import { isAbsolute } from 'node:path';
import { isAppUrl } from './app-scheme.ts';
import { FILES_CHANNEL, PORT_CHANNEL, UPLOAD_CHANNEL } from './port-messages.ts';

/** Its properties throw once the frame is gone. */
export interface SendingFrame<Port> {
  readonly url: string;
  readonly parent: unknown;
  readonly detached: boolean;
  isDestroyed(): boolean;
  postMessage(channel: string, message: unknown, transfer: Port[]): void;
}

export interface PortRequest<Port> {
  readonly sender: { readonly id: number };
  readonly senderFrame: SendingFrame<Port> | null;
}

interface Channel<Port> {
  readonly port1: Port;
  readonly port2: Port;
}

interface PortChannelDeps<Port extends { start(): void; close(): void }> {
  readonly ipcMain: {
    on(channel: string, listener: (event: PortRequest<Port>) => void): unknown;
  };
  createChannel(): Channel<Port>;
  /** Connects the backend's handler to a port. @param webContentsId of the requesting page */
  serve(port: Port, webContentsId: number): void;
  /** Whether Gesso made this window. */
  isOwnWindow(webContentsId: number): boolean;
  writeLogLine(line: string): void;
}

/** Answers requests for a port. A page that asks again (a reload) gets a new one. */
export function installPortChannel<Port extends { start(): void; close(): void }>(
  deps: PortChannelDeps<Port>,
): void {
  const ports = new Map<number, Port>();
  deps.ipcMain.on(PORT_CHANNEL, (event) => {
    const frame = trustedFrame(event, (id) => deps.isOwnWindow(id));
    if (frame === undefined) {
      deps.writeLogLine('window: a request for a port was refused');
      return;
    }
    ports.get(event.sender.id)?.close();
    const { port1, port2 } = deps.createChannel();
    ports.set(event.sender.id, port1);
    deps.serve(port1, event.sender.id);
    port1.start();
    frame.postMessage(PORT_CHANNEL, null, [port2]);
  });
}

/** Receives paths of dropped or uploaded files from the preload; the page learns none of them. */
export function installFileChannel<Port>(deps: {
  readonly ipcMain: {
    on(channel: string, listener: (event: PortRequest<Port>, message: unknown) => void): unknown;
  };
  /** Whether Gesso made this window. */
  isOwnWindow(webContentsId: number): boolean;
  /** @param paths absolute */
  take(paths: readonly string[]): void;
  /** Sets the path of an upload's file. @param path absolute */
  placeUpload(upload: string, path: string): void;
  writeLogLine(line: string): void;
}): void {
  deps.ipcMain.on(FILES_CHANNEL, (event, paths) => {
    if (trustedFrame(event, (id) => deps.isOwnWindow(id)) === undefined) {
      deps.writeLogLine('window: dropped files were refused');
      return;
    }
    const places: readonly unknown[] = Array.isArray(paths) ? paths : [];
    const absolute = places.filter(
      (path): path is string => typeof path === 'string' && isAbsolute(path),
    );
    if (absolute.length > 0) deps.take(absolute);
  });
  deps.ipcMain.on(UPLOAD_CHANNEL, (event, message) => {
    if (trustedFrame(event, (id) => deps.isOwnWindow(id)) === undefined) {
      deps.writeLogLine('window: the place of an upload was refused');
      return;
    }
    const { upload, path } = (message ?? {}) as {
      readonly upload?: unknown;
      readonly path?: unknown;
    };
    if (typeof upload === 'string' && typeof path === 'string' && isAbsolute(path)) {
      deps.placeUpload(upload, path);
    }
  });
}

/** SECURITY: S17 one of our windows, its main frame, alive, showing Gesso's page. Never throws. */
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
    return undefined; // The frame is gone meanwhile.
  }
}
