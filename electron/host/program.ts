/** Gesso under Electron, imported by `main.ts`, which reports a failing import. */
import * as electron from 'electron';
import { createBackend } from '../backend/create-backend.ts';
import { createKeychain } from '../backend/service/vault/keychain.ts';
import { servePort } from './serve-port.ts';
import { startGesso } from './start.ts';
import { processTerminal } from '../terminal/terminal.ts';
import { startEmbeddedPracticeService } from '../practice-service/embedded.ts';

void startGesso(electron, {
  createBackend,
  createKeychain: (service) => createKeychain({ service }),
  startPracticeService: (models) => startEmbeddedPracticeService({ models }),
  servePort: ({ router }, port, log) => servePort(router, port, log),
  createTerminal: () => processTerminal(process),
  async serveBrowser(backend, page, log) {
    const { startBrowserHost } = await import('../browser-host/server.ts');
    return await startBrowserHost({ backend, rendererFolder: page, port: 0, log });
  },
  platform: process.platform,
  process,
  given: process.argv.slice(1),
  workingFolder: process.cwd(),
  mainFolder: import.meta.dirname,
});
