/** Nothing else may ask which host it is. Functions are missing where a host lacks them. */
import type { Menu } from '../../../../shared/contract/desktop.ts';
import type { EndurancePart, SelfCheckLine } from '../../../../shared/contract/self-check.ts';
import type { ProcessHandle, StartReader } from '../../../workers/fork-process.ts';
import type { SecretStore } from '../vault/secret-store.ts';

export interface HostPorts {
  readonly paths: HostPaths;
  readonly keychain: SecretStore;
  /** Called on first use, and again after it has ended. */
  startPracticeService(): Promise<PracticeServiceHandle>;
  /** Starts the process, also after each exit. */
  readonly startPerception?: () => ProcessHandle;
  /** Reads files from outside in a process, where threads are unsafe. */
  readonly startReader?: StartReader;
  /**
   * Reveals a file in the system's file manager. Missing where the host cannot.
   * @param path absolute; only paths that `saveFile` has written (SECURITY: S16)
   */
  readonly showInFolder?: (path: string) => void;
  /**
   * Opens an address in the default browser or mail program. Missing where the host cannot.
   * @param href https or mailto; already validated, and its host shown to the user (SECURITY: S15)
   */
  readonly openLink?: (href: string) => Promise<void>;
  saveFile(request: SaveFileRequest): Promise<SaveFileOutcome>;
  /** Returns `undefined` if cancelled. */
  readonly chooseFolder?: () => Promise<string | undefined>;
  /** Returns absolute paths, empty if cancelled. Missing where only the page has a dialog. */
  readonly chooseTrainingFiles?: (what: 'files' | 'folder') => Promise<readonly string[]>;
  /** An absolute path. Exists together with {@link HostPorts.chooseFolder}. */
  readonly chooseBackupFile?: () => Promise<string | undefined>;
  readonly restart?: () => void;
  /** Missing where the page does this itself. */
  readonly startDrag?: (file: DraggedFile) => void;
  readonly showMenu?: (menu: Menu) => void;
  readonly closeWindow?: () => void;
  notify(notice: Notice): void;
  /** False while the window is in front, where a notification needs no picture. */
  showsNotices(): boolean;
  /** `undefined` when idle. */
  readonly showProgress?: (progress: WorkProgress | undefined) => void;
  /** Receives the page's results. Missing unless the program was started to check itself. */
  readonly selfCheck?: SelfCheckListener;
  readonly startSelfCheck?: () => SelfCheckProcess;
  /** Writes a line that is already redacted. */
  writeLogLine(line: string): void;
}

export interface SelfCheckListener {
  begin(): void;
  /** A part is about to be tested that may crash the program. */
  tries(part: EndurancePart): void;
  say(line: SelfCheckLine): void;
  end(): void;
}

export interface SelfCheckProcess {
  onLine(listener: (line: string) => void): void;
  /** @param listener called once, however the process ends */
  onEnd(listener: (code: number) => void): void;
  kill(): void;
}

export interface Notice {
  readonly title: string;
  readonly body: string;
  readonly picture?: string | undefined;
  /** Called after a click, when the window is in front. */
  onOpen?(): void;
}

export interface WorkProgress {
  readonly running: number;
  /** 0 to 1; missing if unknown. */
  readonly fraction?: number | undefined;
}

/** Absolute paths. */
interface HostPaths {
  /** Library, results and settings. Created with mode 0700 if missing. */
  readonly data: string;
  readonly samples: string;
  /** Licence notices of the picture libraries: `sharp-<system>/README.md`. */
  readonly notices: string;
}

export interface PracticeServiceHandle {
  /** `http://127.0.0.1:<port>` */
  readonly baseUrl: string;
  /** Generated for this run; valid for the practice service only. */
  readonly key: string;
  /** Resolves when it has ended, also by a crash. */
  readonly ended?: Promise<unknown>;
  stop(): Promise<void>;
}

export interface SaveFileRequest {
  readonly suggestedName: string;
  readonly mediaType: string;
  /** Absolute path from `chooseFolder`: saves there without asking. */
  readonly folder?: string | undefined;
  /** Absolute path from an earlier outcome: replaces that file without asking. */
  readonly replace?: string | undefined;
  /** Writes the file to an absolute path that does not exist yet. Rejects with an AppError. */
  write(path: string): Promise<void>;
}

export interface DraggedFile {
  readonly path: string;
  /** PNG shown at the pointer. */
  readonly icon: Buffer;
}

/** `path` is absolute and never leaves the backend. */
export type SaveFileOutcome =
  | { readonly kind: 'saved'; readonly name: string; readonly path: string }
  /** The host has no save dialog: the window downloads the file from this same-origin URL. */
  | { readonly kind: 'download'; readonly url: string; readonly name: string }
  | { readonly kind: 'cancelled' };
