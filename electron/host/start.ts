/**
 * Starts Gesso under Electron: everything that must be set before it is ready, then the backend,
 * then the window. Electron is given as a parameter, so that the order can be tested without it.
 */
import type * as Electron from 'electron';
import { toAppError } from '../../shared/errors/app-error.ts';
import type { Backend } from '../backend/create-backend.ts';
import type { HostPorts, PracticeServiceHandle } from '../backend/ports.ts';
import type { SecretStore } from '../backend/vault/index.ts';
import { createStaticHandler } from '../web-host/static-files.ts';
import { APP_SCHEME, SCHEME_PRIVILEGES } from './app-scheme.ts';
import { refusedSwitch } from './command-line.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { openLogFile, type LogFile } from './log-file.ts';
import { applicationMenu } from './menu.ts';
import { guardNavigation } from './navigation.ts';
import { chosenUserData, hostLocations, type HostLocations } from './paths.ts';
import { installPermissionHandlers } from './permissions.ts';
import { installPortChannel } from './port-channel.ts';
import { createProtocolHandler } from './protocol-handler.ts';
import { installRequestFilter } from './request-filter.ts';
import { createSaveFile } from './save-file.ts';
import { createShowInFolder } from './show-in-folder.ts';
import { createWindowKeeper, type WindowKeeper } from './window-keeper.ts';

/** The parts of Electron that the host uses. */
export type ElectronParts = Pick<
  typeof Electron,
  | 'app'
  | 'BrowserWindow'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'MessageChannelMain'
  | 'nativeImage'
  | 'Notification'
  | 'powerMonitor'
  | 'protocol'
  | 'session'
  | 'shell'
>;

/** The host's own parts, beside Electron's. */
export interface StartParts {
  createBackend(ports: HostPorts, options: { readonly version: string }): Promise<Backend>;
  createKeychain(): SecretStore;
  startPracticeService(): Promise<PracticeServiceHandle>;
  /** Connects the contract's handler to one end of a channel. */
  servePort(backend: Backend, port: Electron.MessagePortMain, log: (line: string) => void): void;
  /** Folder of the bundled main script. */
  readonly mainFolder: string;
}

/** SECURITY: S26 a session of its own, in memory: the page keeps nothing outside the backend. */
const PARTITION = 'gesso';

/** Call once, before Electron is ready. Resolves when the window is open or the program is ending. */
export async function startGesso(electron: ElectronParts, parts: StartParts): Promise<void> {
  const { app, protocol } = electron;
  const refused = refusedSwitch(app.isPackaged, (name) => app.commandLine.hasSwitch(name));
  if (refused !== undefined) {
    process.stderr.write(`Gesso does not start with --${refused}.\n`);
    app.exit(1);
    return;
  }
  // SECURITY: S1 every renderer is sandboxed, also one that nobody thought of.
  app.enableSandbox();
  protocol.registerSchemesAsPrivileged([...SCHEME_PRIVILEGES]);
  const chosenData = app.commandLine.getSwitchValue('data-dir');
  const userData = chosenUserData(chosenData);
  if (userData !== undefined) app.setPath('userData', userData);
  // SECURITY: S29 the arguments of a second start are not read: it only brings the window back.
  if (!app.requestSingleInstanceLock()) {
    app.exit(0);
    return;
  }
  let running: Lifecycle | undefined;
  app.on('second-instance', () => running?.startedAgain());
  app.on('activate', () => running?.startedAgain());
  app.on('window-all-closed', () => running?.windowsClosed());
  app.on('before-quit', (event) => {
    if (running === undefined) return;
    event.preventDefault();
    running.quitRequested();
  });
  app.on('web-contents-created', (_event, contents) => guardNavigation(contents));
  await app.whenReady();
  const locations = hostLocations({
    mainFolder: parts.mainFolder,
    userData: app.getPath('userData'),
    resources: process.resourcesPath,
    isPackaged: app.isPackaged,
    chosenData,
  });
  try {
    running = await openGesso(electron, parts, locations);
  } catch (error) {
    const { message } = toAppError(error);
    electron.dialog.showErrorBox('Gesso cannot start', message);
    app.exit(1);
  }
}

/** With Electron ready: session, backend, window. */
async function openGesso(
  electron: ElectronParts,
  parts: StartParts,
  locations: HostLocations,
): Promise<Lifecycle> {
  const { app } = electron;
  electron.Menu.setApplicationMenu(applicationMenu(electron.Menu, process.platform));
  const log = openLogFile(locations.logs);
  const session = electron.session.fromPartition(PARTITION, { cache: false });
  installPermissionHandlers(session);
  installRequestFilter(session, app.isPackaged);
  // Files reach the disk through the save dialog only.
  session.on('will-download', (event) => event.preventDefault());
  const windows = createWindowKeeper(electron.BrowserWindow, {
    preload: locations.preload,
    session,
    isPackaged: app.isPackaged,
    writeLogLine: (line) => log.write(line),
  });
  const backend = await parts.createBackend(
    hostPorts(electron, parts, { locations, log, windows }),
    {
      version: app.getVersion(),
    },
  );
  const page = createStaticHandler(locations.page);
  session.protocol.handle(APP_SCHEME, createProtocolHandler({ page, media: backend.media }));
  installPortChannel<Electron.MessagePortMain>({
    ipcMain: electron.ipcMain,
    createChannel: () => new electron.MessageChannelMain(),
    serve: (port) => parts.servePort(backend, port, (line) => log.write(line)),
    isOwnWindow: (id) => windows.owns(id),
    writeLogLine: (line) => log.write(line),
  });
  electron.powerMonitor.on('resume', () => backend.lookNow());
  windows.show();
  return createLifecycle({
    backend,
    showWindow: () => windows.show(),
    closeWindows: () => windows.close(),
    exit: (code) => void log.flush().finally(() => app.exit(code)),
    writeLogLine: (line) => log.write(line),
  });
}

function hostPorts(
  electron: ElectronParts,
  parts: StartParts,
  host: {
    readonly locations: HostLocations;
    readonly log: LogFile;
    readonly windows: WindowKeeper;
  },
): HostPorts {
  const { locations, log, windows } = host;
  return {
    paths: { data: locations.data, samples: locations.samples },
    keychain: parts.createKeychain(),
    startPracticeService: () => parts.startPracticeService(),
    saveFile: createSaveFile(async (question) => {
      const answer = await windows.askWhereToSave(electron.dialog, question);
      return answer.canceled || answer.filePath === '' ? undefined : answer.filePath;
    }, electron.app.getPath('pictures')),
    // SECURITY: S35 a folder outside the data folder comes from this dialog only.
    async chooseFolder() {
      const answer = await windows.askForFolder(electron.dialog);
      return answer.canceled ? undefined : answer.filePaths[0];
    },
    showInFolder: createShowInFolder(electron.shell),
    startDrag: ({ path, icon }) =>
      windows.startDrag(path, electron.nativeImage.createFromBuffer(icon)),
    notify(notification) {
      if (windows.isInFront() || !electron.Notification.isSupported()) return;
      const shown = new electron.Notification(notification);
      shown.on('click', () => windows.show());
      shown.show();
    },
    writeLogLine: (line) => log.write(line),
  };
}
