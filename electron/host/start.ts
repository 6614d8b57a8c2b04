/** Electron is a parameter, so that the order of the start can be tested without it. */
import type * as Electron from 'electron';
import { basename, dirname, join } from 'node:path';
import type { Menu as MenuModel } from '../../shared/contract/desktop.ts';
import { AppError, toAppError } from '../../shared/errors/app-error.ts';
import type { Backend } from '../backend/create-backend.ts';
import type { HostPorts } from '../backend/service/common/ports.ts';
import { installCrashHandler } from '../backend/service/common/crash-handler.ts';
import { runInBackground } from '../backend/service/common/background.ts';
import { onSignals } from '../terminal/on-signals.ts';
import type { StartOrder } from '../terminal/start-order.ts';
import { PROGRAM_USAGE } from '../terminal/usage.ts';
import { endWithSentence, isUnattended } from './failed-start.ts';
import { RUNNING_LINE } from './running-line.ts';
import { createLifecycle, type Lifecycle } from '../web-host/lifecycle.ts';
import { SELF_CHECK_KEYS } from '../web-host/self-check-run.ts';
import { createStartSelfCheck } from '../web-host/start-self-check.ts';
import { createStaticHandler } from '../web-host/static-files.ts';
import { APP_ID } from './app-id.ts';
import { SCHEME, SCHEME_PRIVILEGES } from './app-scheme.ts';
import { noSandboxExplanation, refusedSwitch } from './command-line.ts';
import { createDialogFolders, type DialogFolders } from './dialog-folders.ts';
import { LOG, openLogFile, type LogFile } from './log-file.ts';
import { createMenuHost, type MenuHost } from './menu-host.ts';
import { guardNavigation } from './navigation.ts';
import { createNotify } from './notify.ts';
import { createOpenLink, openServedPage } from './open-link.ts';
import { createShowProgress, type ShownProgress } from './show-progress.ts';
import { readOwnOrder } from './own-order.ts';
import { hostLocations, type HostLocations } from './paths.ts';
import { programArguments, relaunch, spawnDetached } from './relaunch.ts';
import { deniedLockSentence, earlierFiles, isOpenAlready, userDataFor } from './user-data.ts';
import { installPermissionHandlers } from './permissions.ts';
import { picturesAmong } from '../web-host/picture-arguments.ts';
import { QUIET_SWITCHES } from '../web-host/quiet-chromium.ts';
import { installFileChannel, installPortChannel } from './port-channel.ts';
import { createProtocolHandler } from './protocol-handler.ts';
import { installRequestFilter } from './request-filter.ts';

import { runOnTerminal } from './run-on-terminal.ts';
import { createStartPerception, createStartReader } from './start-utility.ts';

import { createSaveFile } from './save-file.ts';
import { createUnfinishedSaves, type UnfinishedSaves } from './unfinished-saves.ts';
import { createShowInFolder } from './show-in-folder.ts';
import { beginSelfCheck, isOnWayland, SELF_CHECK_PAGE, type HostSelfCheck } from './self-check.ts';
import type { ElectronDeps, StartDeps } from './start-deps.ts';
import { createWaysOut } from './ways-out.ts';
import { createWindowKeeper, type WindowKeeper } from './window-keeper.ts';
import { createWindowPlaces } from './window-place.ts';

/** SECURITY: S26 a session of its own in memory: the page stores nothing outside the backend. */
const PARTITION = 'gesso';

/** Call before Electron is ready. Never rejects: a failed start shows a dialog and exits. */
export async function startGesso(electron: ElectronDeps, deps: StartDeps): Promise<void> {
  try {
    await start(electron, deps);
  } catch (error) {
    const { message, details } = toAppError(error);
    const more = details?.['error'];
    await endWithSentence(electron, message, {
      more: more === undefined ? undefined : String(more),
      hasDialog: !isUnattended(deps.given),
    });
  }
}

async function start(electron: ElectronDeps, deps: StartDeps): Promise<void> {
  const { app, protocol } = electron;
  const refused = refusedSwitch(app.isPackaged, (name) => app.commandLine.hasSwitch(name));
  if (refused !== undefined) {
    process.stderr.write(`Gesso does not start with --${refused}.\n`);
    if (refused === 'no-sandbox') {
      // On Linux there is no dialog before Electron is ready. Nothing is loaded meanwhile.
      await app.whenReady();
      const { title, message } = noSandboxExplanation(process.env['APPIMAGE'] !== undefined);
      electron.dialog.showErrorBox(title, message);
    }
    app.exit(1);
    return;
  }
  // SECURITY: S1 every renderer is sandboxed, even an unforeseen one.
  app.enableSandbox();
  for (const [name, value] of QUIET_SWITCHES) app.commandLine.appendSwitch(name, value);
  const order = await readOwnOrder(electron, deps.given, deps.workingFolder);
  if (order === undefined) return;
  if (order.recipe !== undefined) {
    // The CLI runs standalone: no window, no hand-over to a running app.
    await runOnTerminal(electron, { ...deps, order: order.recipe });
    return;
  }
  if (order.isHelp) {
    process.stdout.write(PROGRAM_USAGE);
    app.exit(0);
    return;
  }
  protocol.registerSchemesAsPrivileged([...SCHEME_PRIVILEGES]);
  const check = order.checksItself
    ? beginSelfCheck(order.report, app.getVersion(), deps.createTerminal())
    : undefined;
  if (order.isPlain) app.disableHardwareAcceleration();
  const chosenData = check === undefined ? order.dataFolder : undefined;
  const userData = check?.userData ?? userDataFor(app.getPath('userData'), chosenData);
  app.setPath('userData', userData);
  if (deps.platform === 'win32') app.setAppUserModelId(APP_ID);
  // SECURITY: S29 one program per data folder; of a second start only its pictures count.
  if (!app.requestSingleInstanceLock()) {
    if (isOpenAlready(userData, deps.platform)) app.exit(0);
    else throw new AppError('storage', deniedLockSentence(userData));
    return;
  }
  let running: Awaited<ReturnType<typeof openGesso>> | undefined;
  /** Pictures from before the backend is ready. */
  const early = [...order.pictures];
  function openPictures(paths: readonly string[]): void {
    if (running === undefined) early.push(...paths);
    else running.openPictures(paths);
  }
  app.on('second-instance', (_event, given, workingDirectory) => {
    running?.lifecycle.startedAgain();
    openPictures(picturesAmong(given.slice(1), workingDirectory));
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    running?.lifecycle.startedAgain();
    openPictures(picturesAmong([path], deps.workingFolder));
  });
  app.on('activate', () => running?.lifecycle.startedAgain());
  app.on('window-all-closed', () => running?.lifecycle.windowsClosed());
  app.on('before-quit', (event) => {
    if (running?.lifecycle.quitRequested() === 'wait') event.preventDefault();
  });
  app.on('web-contents-created', (_event, contents) => guardNavigation(contents));
  await app.whenReady();
  if (!app.isPackaged) process.stdout.write(`${RUNNING_LINE}\n`);
  const locations = hostLocations({
    mainFolder: deps.mainFolder,
    userData,
    resources: process.resourcesPath,
    isPackaged: app.isPackaged,
    chosenData,
  });
  const start = { locations, order, check };
  if (check === undefined) {
    running = await openGesso(electron, deps, start);
    running.openPictures(early);
  } else await runSelfCheck(electron, deps, { ...start, check });
}

/** Reports a failed start as a broken part, because a dialog would stay unseen. */
async function runSelfCheck(
  electron: ElectronDeps,
  deps: StartDeps,
  start: Start & { readonly check: HostSelfCheck },
): Promise<void> {
  const { check } = start;
  try {
    const { lifecycle } = await openGesso(electron, deps, start);
    lifecycle.leave(await check.ended, () => check.clear());
  } catch (error) {
    check.fail('Starting the program', toAppError(error).message);
    const code = await check.ended;
    await check.clear();
    electron.app.exit(code);
  }
}

interface Start {
  readonly locations: HostLocations;
  readonly order: StartOrder;
  readonly check: HostSelfCheck | undefined;
}

/** Opens session, backend and window once Electron is ready. */
async function openGesso(electron: ElectronDeps, deps: StartDeps, start: Start) {
  const { app } = electron;
  const { locations, order, check } = start;
  const { isPlain } = order;
  let lifecycle: Lifecycle | undefined;
  let isInBrowser = false;
  // A check has its own library.
  const earlier = check === undefined ? earlierFiles(order.dataFolder) : undefined;
  const trouble = earlier?.bringOver(dirname(locations.logs));
  const log = openLogFile(locations.logs);
  const session = electron.session.fromPartition(PARTITION, { cache: false });
  installPermissionHandlers(session);
  installRequestFilter(session, app.isPackaged);
  // Files reach the disk through the save dialog only.
  session.on('will-download', (event) => event.preventDefault());
  const writeLogLine = (line: string) => log.write(line);
  app.on('child-process-gone', (_event, { type, reason, name = '' }) => {
    // Chromium restarts these automatically; without a log line, a slow canvas would be a mystery.
    if (reason !== 'clean-exit') writeLogLine(`process: ${type} ${name} ended (${reason})`);
  });
  const again = (next: StartOrder) =>
    relaunch(
      {
        app,
        process,
        spawn: (program, args) =>
          spawnDetached(program, args, (error) => writeLogLine(`restart: ${error.message}`)),
      },
      next,
    );
  const folders = createDialogFolders(
    join(dirname(locations.windowPlaces), 'dialogs.json'),
    app.getPath('pictures'),
    writeLogLine,
  );
  const windows: WindowKeeper = createWindowKeeper(electron.BrowserWindow, {
    preload: locations.preload,
    session,
    isPackaged: app.isPackaged,
    dialog: electron.dialog,
    menu: electron.Menu,
    folders,
    places: createWindowPlaces(locations.windowPlaces, electron.screen, writeLogLine),
    waysOut: createWaysOut({
      app,
      dialog: electron.dialog,
      isPlain,
      restartPlainly: () => again({ ...order, isPlain: true }),
      log: { path: join(locations.logs, LOG.fileName), flush: () => log.flush() },
      askWhereToSave: (question) => windows.askWhereToSave(question),
      async openInBrowser() {
        const { url } = await deps.serveBrowser(backend, locations.page, writeLogLine);
        await openServedPage(electron.shell, url);
        isInBrowser = true;
        windows.close();
      },
      writeLogLine,
    }),
    isShownEarly: deps.platform === 'linux',
    hidden:
      check === undefined
        ? undefined
        : {
            page: SELF_CHECK_PAGE,
            mustBeSeen: isOnWayland(deps.platform, order.switches),
            onTrouble: (sentence) => check.fail('Keeping the window', sentence),
          },
    sessionEnds: () => lifecycle?.systemEnds(),
    writeLogLine,
  });
  const menu = createMenuHost(electron.Menu, deps.platform, windows, writeLogLine);
  const progress = createShowProgress(electron.app, windows);
  const unfinished = createUnfinishedSaves(join(locations.data, 'saving'), writeLogLine);
  const backend: Backend = await deps.createBackend(
    hostPorts(electron, deps, {
      ...start,
      log,
      windows,
      menu,
      unfinished,
      folders,
      progress,
      again,
    }),
    { version: app.getVersion() },
  );
  await unfinished.sweep(); // Now the folder is locked.
  for (const line of [trouble, earlier?.clear()]) if (line !== undefined) writeLogLine(line);
  menu.connect(backend.desktop);
  const page = createStaticHandler(locations.page);
  session.protocol.handle(SCHEME, createProtocolHandler({ page, media: backend.media }));
  installPortChannel<Electron.MessagePortMain>({
    ipcMain: electron.ipcMain,
    createChannel: () => new electron.MessageChannelMain(),
    serve(port, webContentsId) {
      windows.ready(webContentsId);
      deps.servePort(backend, port, (line) => log.write(line));
    },
    isOwnWindow: (id) => windows.owns(id),
    writeLogLine,
  });
  installFileChannel({
    ipcMain: electron.ipcMain,
    isOwnWindow: (id) => windows.owns(id),
    take(paths) {
      const tell = (error: unknown): void => backend.desktop.tell(toAppError(error).toData());
      if (backend.recipes.takeDropped(paths, tell)) return;
      backend.training.addPaths(paths).catch((error: unknown) => {
        writeLogLine(`training: dropped files: ${toAppError(error).message}`);
        tell(error);
      });
    },
    placeUpload: (upload, path) => backend.placeUpload(upload, path),
    writeLogLine,
  });
  electron.powerMonitor.on('resume', () =>
    runInBackground('looking after work', writeLogLine, () => backend.pollNow()),
  );
  lifecycle = createLifecycle({
    backend,
    staysWithoutWindow: () => deps.platform === 'darwin' || isInBrowser,
    showWindow: () => windows.show(),
    closeWindows: () => windows.close(),
    exit: (code) => void log.flush().finally(() => app.exit(code)),
    running: () => progress.running(),
    tell: (line) => void process.stderr.write(`${line}\n`),
    writeLogLine,
  });
  const { systemEnds, interrupted } = lifecycle;
  onSignals(deps.process, interrupted);
  installCrashHandler({
    process: deps.process,
    report: (error, isToTell) => backend.uncaught(error, isToTell),
    giveUp: systemEnds,
  });
  electron.powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault(); // Gives the library time to close.
    systemEnds();
  });
  windows.show();
  return {
    lifecycle,
    /** @param paths from {@link picturesAmong} */
    openPictures(paths: readonly string[]): void {
      if (paths.length === 0) return;
      runInBackground('opening files', writeLogLine, () => backend.desktop.openFiles(paths));
    },
  };
}

function hostPorts(
  electron: ElectronDeps,
  deps: StartDeps,
  host: Start & {
    readonly log: LogFile;
    readonly windows: WindowKeeper;
    readonly menu: MenuHost;
    readonly unfinished: UnfinishedSaves;
    readonly folders: DialogFolders;
    readonly progress: ShownProgress;
    again(order: StartOrder): void;
  },
): HostPorts {
  const { locations, log, windows, menu, unfinished, folders, progress, check, order, again } =
    host;
  const { isPlain } = order;
  return {
    paths: { data: locations.data, samples: locations.samples, notices: locations.notices },
    keychain: deps.createKeychain(check === undefined ? undefined : SELF_CHECK_KEYS),
    startPracticeService: () => deps.startPracticeService(locations.models),
    ...(isPlain
      ? {}
      : {
          startPerception: createStartPerception(electron.utilityProcess, locations.models),
          startReader: createStartReader(electron.utilityProcess),
        }),
    saveFile: createSaveFile(
      async (question) => {
        if (check !== undefined) return check.placeOf(basename(question.defaultPath));
        const answer = await windows.askWhereToSave(question);
        return answer.canceled || answer.filePath === '' ? undefined : answer.filePath;
      },
      folders,
      unfinished,
    ),
    // SECURITY: S35 a folder outside the data folder comes from this dialog only.
    async chooseFolder() {
      const answer = await windows.askForFolder();
      return answer.canceled ? undefined : answer.filePaths[0];
    },
    async chooseBackupFile() {
      const answer = await windows.askForBackup();
      return answer.canceled ? undefined : answer.filePaths[0];
    },
    restart: () => again({ ...order, pictures: [] }),
    // SECURITY: S35 so do paths of files that are uploaded in place.
    async chooseTrainingFiles(what) {
      const answer = await windows.askForTrainingFiles(what);
      return answer.canceled ? [] : answer.filePaths;
    },
    showInFolder: createShowInFolder(electron.shell),
    openLink: createOpenLink(electron.shell),
    startDrag: ({ path, icon }) =>
      windows.startDrag(path, electron.nativeImage.createFromBuffer(icon)),
    closeWindow: () => windows.askToClose(),
    ...(isPlain ? {} : { showMenu: (model: MenuModel) => menu.show(model) }),
    ...createNotify(electron.Notification, windows),
    showProgress: progress.show,
    ...(check === undefined ? {} : { selfCheck: check.listener }),
    startSelfCheck: createStartSelfCheck(process.execPath, [
      ...programArguments(electron.app),
      '--self-check',
    ]),
    writeLogLine: (line) => log.write(line),
  };
}
