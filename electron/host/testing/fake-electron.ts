import { EventEmitter, once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import { fork } from 'node:child_process';
import type * as Electron from 'electron';
import type { MenuItemConstructorOptions } from 'electron';
import type { ElectronDeps } from '../start-deps.ts';
import { FakeMessageChannel } from './electron-port.ts';
import { createWindowClass, type FakeWindow } from './fake-window.ts';

export interface FakeElectronOptions {
  readonly userData: string;
  readonly isPackaged?: boolean;
  readonly switches?: Readonly<Record<string, string>>;
  /** False when another Gesso runs already. */
  readonly isFirst?: boolean;
  readonly chosenFolder?: string;
  readonly chosenFiles?: readonly string[];
  /** The button that the user presses in a message box, by number or label; several: one after the other. The first unless given. */
  readonly pressedButton?: number | string | (number | string)[];
  /** Where the user saves a file; nothing = cancelled. */
  readonly savedAs?: string;
  readonly earlyFailure?: Error;
}

const DISPLAY = { id: 1, label: 'Fake', workArea: { x: 0, y: 0, width: 1920, height: 1040 } };

export function createFakeElectron(options: FakeElectronOptions) {
  const events: string[] = [];
  /** Chromium's switches that the program has set, with their values. */
  const switches = new Map<string, string>();
  const windows: FakeWindow[] = [];
  const appEvents = new EventEmitter();
  const ipcEvents = new EventEmitter();
  const powerEvents = new EventEmitter();
  const notifications: EventEmitter[] = [];
  let handler: ((request: Request) => Promise<Response>) | undefined;
  let userData = options.userData;
  let menu: readonly MenuItemConstructorOptions[] = [];

  const BrowserWindow = createWindowClass({ events, windows, appEvents });

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
      appendSwitch(name: string, value = '') {
        if (events.includes('ready')) throw new Error(`--${name} comes too late.`);
        switches.set(name, value);
      },
    },
    enableSandbox: record('enableSandbox'),
    disableHardwareAcceleration: record('disableHardwareAcceleration'),
    relaunch: ({ args }: { readonly args: readonly string[] }) =>
      events.push(`relaunch ${args.join(' ')}`),
    quit: record('quit'),
    releaseSingleInstanceLock: record('release lock'),
    getGPUFeatureStatus: () => ({ gpu_compositing: 'enabled' }),
    getAppPath: () => '/gesso',
    setAppUserModelId: record('app user model id'),
    exit: record('exit'),
    setBadgeCount: record('badge'),
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
    BrowserWindow,
    dialog: {
      showErrorBox: record('error box'),
      async showMessageBox(...given: readonly unknown[]) {
        const box = given.at(-1) as {
          readonly message: string;
          readonly buttons?: readonly string[];
          readonly cancelId: number;
          readonly signal?: AbortSignal;
        };
        events.push(`message box ${box.message}`);
        const { pressedButton = 0 } = options;
        const pressed = Array.isArray(pressedButton) ? pressedButton.shift() : pressedButton;
        if (typeof pressed === 'string' && pressed !== 'none') {
          const response = box.buttons?.indexOf(pressed) ?? -1;
          if (response < 0)
            throw new Error(`There is no button ${pressed}: ${box.buttons?.join()}`);
          return { response };
        }
        if (pressed !== 'none') return { response: pressed ?? 0 };
        await once(box.signal ?? new EventTarget(), 'abort');
        return { response: box.cancelId };
      },
      showSaveDialog: () =>
        Promise.resolve({
          canceled: options.savedAs === undefined,
          filePath: options.savedAs ?? '',
        }),
      showOpenDialog(...parameters: readonly unknown[]) {
        const {
          properties,
          filters = [],
          defaultPath,
        } = parameters.at(-1) as {
          readonly defaultPath?: string;
          readonly properties: readonly string[];
          readonly filters?: readonly { readonly extensions: readonly string[] }[];
        };
        const extensions = filters.flatMap((filter) => filter.extensions);
        events.push(['open dialog', ...properties, ...extensions].join(' '));
        events.push(`… in ${defaultPath}`);
        const { chosenFolder, chosenFiles } = options;
        const chosen = properties.includes('openFile') ? chosenFiles : chosenFolder;
        const filePaths = chosen === undefined ? [] : [chosen].flat();
        return Promise.resolve({ canceled: chosen === undefined, filePaths });
      },
    },
    nativeImage: { createFromBuffer: (bytes: Buffer) => bytes.toString('latin1') },
    ipcMain: ipcEvents,
    Menu: {
      buildFromTemplate: (template: readonly MenuItemConstructorOptions[]) =>
        Object.assign([...template], { getMenuItemById: () => null }),
      setApplicationMenu(template: readonly MenuItemConstructorOptions[] | null) {
        menu = template ?? [];
        events.push('menu');
      },
    },
    MessageChannelMain: FakeMessageChannel,
    powerMonitor: powerEvents,
    Notification: class extends EventEmitter {
      static isSupported = () => true;
      readonly options: unknown;
      constructor(shown?: unknown) {
        super();
        this.options = shown;
      }
      show(): void {
        notifications.push(this);
      }
    },
    protocol: {
      registerSchemesAsPrivileged() {
        if (options.earlyFailure !== undefined) throw options.earlyFailure;
        events.push('schemes');
      },
    },
    screen: {
      getAllDisplays: () => [DISPLAY],
      getDisplayMatching: () => DISPLAY,
    },
    utilityProcess: { fork: forkUtility },
    shell: {
      showItemInFolder: record('show in folder'),
      openExternal: (href: string) => Promise.resolve(record('open')(href)),
    },
    session: {
      fromPartition(name: string) {
        events.push(`partition ${name}`);
        return session;
      },
    },
  };
  return {
    // The only place where the types of Electron are set aside.
    electron: parts as unknown as ElectronDeps,
    events,
    switches,
    windows,
    /** Raises an event of `app`; @returns true when it was held back */
    raise(event: string, ...details: readonly unknown[]): boolean {
      let isHeldBack = false;
      appEvents.emit(event, { preventDefault: () => (isHeldBack = true) }, ...details);
      return isHeldBack;
    },
    /** Raises an event of the power monitor; @returns true when it was held back */
    raisePower(event: 'resume' | 'shutdown'): boolean {
      let isHeldBack = false;
      powerEvents.emit(event, { preventDefault: () => (isHeldBack = true) });
      return isHeldBack;
    },
    notifications,
    menu: (): readonly MenuItemConstructorOptions[] => menu,
    async request(url: string, init?: RequestInit): Promise<Response> {
      if (handler === undefined) throw new Error('no handler');
      return await handler(new Request(url, init));
    },
    /** The page asks for a port. @returns its end of the line */
    askForPort(): MessagePort | undefined {
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

/** The entry gets Electron's line to its parent from a module that is loaded before it. */
function forkUtility(
  entry: string,
  args: readonly string[] = [],
  { env, execArgv = [] }: Electron.ForkOptions = {},
): Electron.UtilityProcess {
  const child = fork(entry, args, {
    env: { ...(env ?? process.env) },
    serialization: 'advanced',
    execArgv: [
      '--import',
      new URL('parent-port.ts', import.meta.url).href,
      ...execArgv.map((flag) => flag.replace(/^--js-flags=/u, '')),
    ],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return Object.assign(child, {
    postMessage: (message: unknown) => void child.send(message as object),
  }) as unknown as Electron.UtilityProcess;
}
