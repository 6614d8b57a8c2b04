/** The product's entry: Gesso under Electron. Start-up only. */
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  nativeImage,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
} from 'electron';
import { RPCHandler } from '@orpc/server/message-port';
import { createBackend } from './backend/create-backend.ts';
import { createKeychain } from './backend/vault/index.ts';
import { startGesso } from './host/start.ts';
import { startEmbeddedPracticeService } from './practice-service/embedded.ts';

const electron = {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  MessageChannelMain,
  nativeImage,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
};

void startGesso(electron, {
  createBackend,
  createKeychain: () => createKeychain(),
  startPracticeService: () => startEmbeddedPracticeService(),
  servePort: (backend, port) => new RPCHandler(backend.router).upgrade(port),
  platform: process.platform,
  given: process.argv.slice(1),
  mainFolder: import.meta.dirname,
});
