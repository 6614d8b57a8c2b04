/** A recipe from the command line under Electron: the backend without a window, a menu or a page. */
import type * as Electron from 'electron';
import type { HostPorts } from '../backend/common/ports.ts';
import { catchTheRest } from '../backend/last-net.ts';
import type { RecipeOrder } from '../terminal/recipe-order.ts';
import { runRecipeOrder } from '../terminal/run-recipe.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { openLogFile } from './log-file.ts';
import { hostLocations } from './paths.ts';
import { userDataFor } from './user-data.ts';
import { RUNNING_LINE } from './running-line.ts';
import { createStartPerception } from './start-perception.ts';
import { createStartReader } from './start-reader.ts';
import type { ElectronParts, StartParts } from './start-parts.ts';

/**
 * Call in place of everything else, before Electron is ready. The folder of the data is locked by the backend, so no second
 * program is needed to find out that Gesso is open; a window that is opened meanwhile says the same.
 */
export async function runOnTerminal(
  electron: Pick<ElectronParts, 'app' | 'utilityProcess'>,
  parts: Pick<
    StartParts,
    | 'createBackend'
    | 'createKeychain'
    | 'createTerminal'
    | 'startPracticeService'
    | 'process'
    | 'mainFolder'
  > & { readonly order: RecipeOrder },
): Promise<void> {
  const { app } = electron;
  const { order } = parts;
  app.setPath('userData', userDataFor(app.getPath('userData'), order.dataFolder));
  await app.whenReady();
  app.dock?.hide();
  const terminal = parts.createTerminal();
  if (!app.isPackaged) terminal.print(RUNNING_LINE);
  let flush = () => Promise.resolve();
  const code = await runRecipeOrder({
    order,
    folder: process.cwd(),
    terminal: endingWith(app, terminal),
    async openBackend({ dataFolder }) {
      const { logs, ...places } = hostLocations({
        mainFolder: parts.mainFolder,
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
        keychain: parts.createKeychain(),
        startPracticeService: () => parts.startPracticeService(models),
        startPerception: createStartPerception(electron.utilityProcess, models),
        startReader: createStartReader(electron.utilityProcess),
        saveFile: () =>
          Promise.reject(new Error('There is no window that a file could be saved from.')),
        notify: () => undefined,
        showsNotices: () => false,
        writeLogLine: (line) => log.write(line),
      };
      const backend = await parts.createBackend(ports, { version: app.getVersion() });
      catchTheRest({
        process: parts.process,
        report: (error) => backend.uncaught(error, false),
        giveUp: () => app.exit(1),
      });
      return backend;
    },
  });
  await Promise.all([flush(), terminal.flush()]);
  app.exit(code);
}

/**
 * The end that the system or Electron asks for counts as one that is asked for at the terminal: where Electron keeps
 * Ctrl+C to itself, it asks by `before-quit`.
 */
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
