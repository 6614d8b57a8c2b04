/** Runs a recipe under Electron, with the backend but no window, menu or page. */
import type * as Electron from 'electron';
import type { HostPorts } from '../backend/service/common/ports.ts';
import { installCrashHandler } from '../backend/service/common/crash-handler.ts';
import type { RecipeOrder } from '../terminal/recipe-order.ts';
import { runRecipeOrder } from '../terminal/run-recipe.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { openLogFile } from './log-file.ts';
import { hostLocations } from './paths.ts';
import { userDataFor } from './user-data.ts';
import { RUNNING_LINE } from './running-line.ts';
import { createStartPerception, createStartReader } from './start-utility.ts';

import type { ElectronDeps, StartDeps } from './start-deps.ts';

/** Call before Electron is ready. The backend's lock detects an open Gesso. */
export async function runOnTerminal(
  electron: Pick<ElectronDeps, 'app' | 'utilityProcess'>,
  deps: Pick<
    StartDeps,
    | 'createBackend'
    | 'createKeychain'
    | 'createTerminal'
    | 'startPracticeService'
    | 'process'
    | 'mainFolder'
  > & { readonly order: RecipeOrder },
): Promise<void> {
  const { app } = electron;
  const { order } = deps;
  app.setPath('userData', userDataFor(app.getPath('userData'), order.dataFolder));
  await app.whenReady();
  app.dock?.hide();
  const terminal = deps.createTerminal();
  if (!app.isPackaged) terminal.print(RUNNING_LINE);
  let flush = () => Promise.resolve();
  const code = await runRecipeOrder({
    order,
    folder: process.cwd(),
    terminal: endingWith(app, terminal),
    async openBackend({ dataFolder }) {
      const { logs, ...places } = hostLocations({
        mainFolder: deps.mainFolder,
        userData: app.getPath('userData'),
        resources: process.resourcesPath,
        isPackaged: app.isPackaged,
        chosenData: dataFolder,
      });
      const log = openLogFile(logs);
      flush = () => log.flush();
      const { data, samples, notices, models } = places;
      const ports: HostPorts = {
        paths: { data, samples, notices },
        keychain: deps.createKeychain(),
        startPracticeService: () => deps.startPracticeService(models),
        startPerception: createStartPerception(electron.utilityProcess, models),
        startReader: createStartReader(electron.utilityProcess),
        saveFile: () =>
          Promise.reject(new Error('There is no window that a file could be saved from.')),
        notify: () => undefined,
        showsNotices: () => false,
        writeLogLine: (line) => log.write(line),
      };
      const backend = await deps.createBackend(ports, { version: app.getVersion() });
      installCrashHandler({
        process: deps.process,
        report: (error) => backend.uncaught(error, false),
        giveUp: () => app.exit(1),
      });
      return backend;
    },
  });
  await Promise.all([flush(), terminal.flush()]);
  app.exit(code);
}

/** Where Electron handles Ctrl+C, it emits `before-quit`. */
function endingWith(app: Pick<Electron.App, 'on'>, terminal: Terminal): Terminal {
  return {
    ...terminal,
    onStop(listener) {
      terminal.onStop(listener);
      let requests = 0;
      app.on('before-quit', (event) => {
        event.preventDefault();
        requests += 1;
        listener(requests > 1);
      });
    },
  };
}
