/** The menu goes to the parent process, which presses its entries. Argument: the data folder. */
import { join, resolve } from 'node:path';
import { createBackend } from '../../backend/create-backend.ts';
import { startEmbeddedPracticeService } from '../../practice-service/embedded.ts';
import { memoryKeychain } from '../../testing/backend-fixture.ts';
import { createDownloads } from '../downloads.ts';
import { startBrowserHost } from '../server.ts';
import type { FromMenuProcess, ToMenuProcess } from './menu-messages.ts';

const PROJECT = resolve(import.meta.dirname, '../../..');
const data = process.argv[2] ?? '';
const tell = (message: FromMenuProcess) => void process.send?.(message);

const downloads = createDownloads(join(data, 'downloads'));
const backend = await createBackend(
  {
    paths: {
      data,
      samples: join(PROJECT, 'assets/samples'),
      notices: join(PROJECT, 'node_modules/@img'),
    },
    keychain: memoryKeychain(),
    startPracticeService: () => startEmbeddedPracticeService({ isQuick: true }),
    saveFile: (request) => downloads.saveFile(request),
    showMenu: (menu) => tell({ kind: 'menu', menu }),
    closeWindow: () => tell({ kind: 'close-window' }),
    notify: () => undefined,
    showsNotices: () => false,
    writeLogLine: (line) => void process.stderr.write(`${line}\n`),
  },
  { version: '0.0.0' },
);
const host = await startBrowserHost({
  backend,
  downloads,
  rendererFolder: join(PROJECT, 'out/renderer'),
  port: 0,
  log: (line) => void process.stderr.write(`${line}\n`),
});
process.on('message', (message: ToMenuProcess) => {
  const { desktop } = backend;
  if (message.kind === 'run-command') desktop.runCommand(message.commandId, message.isByKey);
  else if (message.kind === 'open-photo') desktop.openPhoto(message.photoId);
  else void desktop.openFiles(message.paths);
});
tell({ kind: 'running', url: host.url });
