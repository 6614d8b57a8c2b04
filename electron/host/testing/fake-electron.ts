/** As much of Electron as the host uses, recording what happens to it. */
import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { ElectronParts } from '../start.ts';

/** Behaviour of the fake. */
export interface FakeElectronOptions {
  readonly userData: string;
  readonly isPackaged?: boolean;
  readonly switches?: Readonly<Record<string, string>>;
  /** False when another Gesso runs already. */
  readonly isFirst?: boolean;
  /** The user's answer in the dialog for a folder; nothing = cancelled. */
  readonly chosenFolder?: string;
}

/** The fake, and handles for tests. */
export interface FakeElectron {
  readonly electron: ElectronParts;
  /** Events, in order. */
  readonly events: readonly string[];
  readonly windows: readonly FakeWindow[];
  /** Raises an event of `app`; @returns true when it was held back */
  raise(event: string): boolean;
  /** The computer wakes up. */
  wakeUp(): void;
  /** The handler of `app://`. */
  request(url: string, init?: RequestInit): Promise<Response>;
  /** The page asks for a port. @returns its end of the line */
  askForPort(): MessagePort | undefined;
}

export interface FakeWindow {
  readonly options: { readonly webPreferences?: { readonly devTools?: boolean } };
  readonly loaded: readonly string[];
  close(): void;
}

export function createFakeElectron(options: FakeElectronOptions): FakeElectron {
  const events: string[] = [];
  const windows: Window[] = [];
  const appEvents = new EventEmitter();
  const ipcEvents = new EventEmitter();
  const powerEvents = new EventEmitter();
  let handler: ((request: Request) => Promise<Response>) | undefined;
  let userData = options.userData;

  class Window extends EventEmitter implements FakeWindow {
    readonly options: FakeWindow['options'];
    readonly loaded: string[] = [];
    readonly webContents = Object.assign(new EventEmitter(), {
      id: windows.length + 1,
      reload: () => events.push('reload'),
      startDrag: ({ file, icon }: { file: string; icon: unknown }) =>
        events.push(`drag ${file} ${String(icon)}`),
    });
    constructor(windowOptions: FakeWindow['options']) {
      super();
      this.options = windowOptions;
      windows.push(this);
      events.push('window');
    }
    loadURL(url: string): Promise<void> {
      this.loaded.push(url);
      return Promise.resolve();
    }
    show(): void {
      events.push('show');
    }
    focus(): void {
      events.push('focus');
    }
    isMinimized = () => false;
    isDestroyed = () => false;
    isFocused = () => false;
    destroy(): void {
      this.close();
    }
    close(): void {
      this.emit('closed');
      appEvents.emit('window-all-closed');
    }
  }

  const record =
    (name: string) =>
    (...parameters: readonly unknown[]) => {
      const text = parameters.filter((parameter) => typeof parameter !== 'function');
      events.push(text.length === 0 ? name : `${name} ${text.map(String).join(' ')}`);
    };

  const session = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: record('permission handlers'),
    setPermissionCheckHandler: () => undefined,
    setDevicePermissionHandler: () => undefined,
    setDisplayMediaRequestHandler: () => undefined,
    webRequest: { onBeforeRequest: record('request filter') },
    protocol: {
      handle(scheme: string, handle: (request: Request) => Promise<Response>) {
        events.push(`handle ${scheme}`);
        handler = handle;
      },
    },
  });
  const app = Object.assign(appEvents, {
    isPackaged: options.isPackaged ?? false,
    commandLine: {
      hasSwitch: (name: string) => options.switches?.[name] !== undefined,
      getSwitchValue: (name: string) => options.switches?.[name] ?? '',
    },
    enableSandbox: record('enableSandbox'),
    exit: record('exit'),
    getPath: (name: string) => (name === 'userData' ? userData : '/pictures'),
    setPath: (_name: string, path: string) => {
      userData = path;
    },
    getVersion: () => '1.2.3',
    requestSingleInstanceLock: () => options.isFirst ?? true,
    whenReady() {
      events.push('ready');
      return Promise.resolve();
    },
  });
  const parts = {
    app,
    BrowserWindow: Window,
    dialog: {
      showErrorBox: record('error box'),
      showOpenDialog: () =>
        Promise.resolve({
          canceled: options.chosenFolder === undefined,
          filePaths: [options.chosenFolder],
        }),
    },
    nativeImage: { createFromBuffer: (bytes: Buffer) => bytes.toString('latin1') },
    ipcMain: ipcEvents,
    Menu: { setApplicationMenu: record('menu') },
    MessageChannelMain: MessageChannel,
    powerMonitor: powerEvents,
    Notification: Object.assign(EventEmitter, { isSupported: () => false }),
    protocol: { registerSchemesAsPrivileged: () => record('schemes')() },
    shell: { showItemInFolder: record('show in folder') },
    session: {
      fromPartition(name: string) {
        events.push(`partition ${name}`);
        return session;
      },
    },
  };
  return {
    // The only place where the types of Electron are set aside.
    electron: parts as unknown as ElectronParts,
    events,
    windows,
    raise(event) {
      let isHeldBack = false;
      appEvents.emit(event, { preventDefault: () => (isHeldBack = true) });
      return isHeldBack;
    },
    wakeUp: () => void powerEvents.emit('resume'),
    async request(url, init) {
      if (handler === undefined) throw new Error('no handler');
      return await handler(new Request(url, init));
    },
    askForPort() {
      const given: MessagePort[] = [];
      const frame = {
        url: 'app://gesso/',
        parent: null,
        detached: false,
        isDestroyed: () => false,
        postMessage: (_channel: string, _message: unknown, ports: readonly MessagePort[]) =>
          given.push(...ports),
      };
      ipcEvents.emit('gesso:port', { sender: { id: windows.length }, senderFrame: frame });
      return given[0];
    },
  };
}
