import type * as Electron from 'electron';
import type { HostPorts, PracticeServiceHandle } from '../backend/service/common/ports.ts';
import type { Backend } from '../backend/create-backend.ts';
import type { CatchingProcess } from '../backend/service/common/crash-handler.ts';
import type { SecretStore } from '../backend/service/vault/secret-store.ts';
import type { SignalledProcess } from '../terminal/on-signals.ts';
import type { Terminal } from '../terminal/terminal.ts';

export type ElectronDeps = Pick<
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
  | 'screen'
  | 'session'
  | 'shell'
  | 'utilityProcess'
>;

export interface StartDeps {
  createBackend(ports: HostPorts, options: { readonly version: string }): Promise<Backend>;
  /** @param service name for Gesso's secrets; default: the usual one */
  createKeychain(service?: string): SecretStore;
  /** @param models folder of the models */
  startPracticeService(models: string): Promise<PracticeServiceHandle>;
  /** Connects the contract's handler to one end of a channel. */
  servePort(backend: Backend, port: Electron.MessagePortMain, log: (line: string) => void): void;
  /**
   * Serves the page to the user's browser. SECURITY: B6 only if the user asks for it, because the
   * window does not work.
   */
  serveBrowser(
    backend: Backend,
    page: string,
    log: (line: string) => void,
  ): Promise<{ readonly url: string }>;
  readonly platform: NodeJS.Platform;
  readonly process: CatchingProcess & SignalledProcess;
  /** For a recipe, and for the lines of a self-check. */
  createTerminal(): Terminal;
  /** Without the program itself. */
  readonly given: readonly string[];
  /** Relative paths start here. */
  readonly workingFolder: string;
  /** Folder of the bundled main script. */
  readonly mainFolder: string;
}
