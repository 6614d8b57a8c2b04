/** Starts Gesso under the fake Electron, and records everything that it asks of others. */
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { Backend } from '../../backend/create-backend.ts';
import type { Desktop } from '../../backend/api/desktop/desktop.ts';
import type { HostPorts } from '../../backend/service/common/ports.ts';
import { createKeychain } from '../../backend/service/vault/keychain.ts';
import { createFakeTerminal } from '../../terminal/testing/fake-terminal.ts';
import type { StartDeps } from '../start-deps.ts';
import { startGesso } from '../start.ts';
import { createFakeElectron, type FakeElectronOptions } from './fake-electron.ts';

/** Starts it in a folder; `started` resolves when the start is over. */
export function beginGesso(
  folder: string,
  options: Partial<FakeElectronOptions> = {},
  changes: Partial<StartDeps> = {},
) {
  const fake = createFakeElectron({ userData: join(folder, 'user'), ...options });
  const terminal = createFakeTerminal();
  const caught = Object.assign(new EventEmitter(), { exit: () => undefined });
  const ports: HostPorts[] = [];
  const served: unknown[] = [];
  const opened: string[] = [];
  const polls: string[] = [];
  const asked: unknown[] = [];
  const keychains: (string | undefined)[] = [];
  const closed: boolean[] = [];
  const desktop: Desktop = {
    openFiles: (paths) => Promise.resolve(void asked.push(['files', ...paths])),
    openPhoto: (photoId) => asked.push(['photo', photoId]),
    openJob: (job) => asked.push(['job', job]),
    tell: (error) => asked.push(['tell', error]),
    runCommand: (commandId, isByKey) => asked.push(['command', commandId, isByKey]),
  };
  const backend = {
    router: {},
    desktop,
    media: (request: Request) => Promise.resolve(new Response(`media ${request.url}`)),
    pollNow: () => polls.push('now'),
    uncaught: (error: unknown, isToTell: boolean) => asked.push(['uncaught', error, isToTell]),
    whenIdle: () => Promise.resolve(),
    close: ({ isHurried = false } = {}) => Promise.resolve(void closed.push(isHurried)),
  } as unknown as Backend;
  const started = startGesso(fake.electron, {
    createBackend(given) {
      ports.push(given);
      return Promise.resolve(backend);
    },
    createKeychain(service) {
      keychains.push(service);
      return createKeychain();
    },
    startPracticeService: () => Promise.reject(new Error('not asked for')),
    servePort: (_backend, port) => served.push(port),
    createTerminal: () => terminal,
    platform: 'linux',
    process: caught,
    given: ['/gesso'],
    workingFolder: folder,
    mainFolder: join(folder, 'out', 'main'),
    serveBrowser(_backend, page) {
      opened.push(page);
      return Promise.resolve({ url: 'http://127.0.0.1:4000/?token=t' });
    },
    ...changes,
  });
  const { printed } = terminal;
  return { fake, started, ports, served, opened, polls, asked, keychains, closed, printed, caught };
}
