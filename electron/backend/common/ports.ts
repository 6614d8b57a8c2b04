/**
 * The parts that a host (Electron, or the browser host) must bring for the backend to run. Everything that
 * differs between hosts goes through here; nothing else may ask which host it runs on.
 */
import type { Menu } from '../../../shared/contract/desktop.ts';
import type { EndurancePart, SelfCheckLine } from '../../../shared/contract/self-check.ts';
import type { ProcessHandle, StartReader } from '../../workers/fork-process.ts';
import type { SecretStore } from '../vault/secret-store.ts';

/** See the file comment. */
export interface HostPorts {
  readonly paths: HostPaths;
  /** The store of API keys. */
  readonly keychain: SecretStore;
  /** Starts the built-in practice service; called at most once, when it is first needed. */
  startPracticeService(): Promise<PracticeServiceHandle>;
  /**
   * Starts the process that finds things in pictures (`electron/perception`); again after each end of it.
   * Missing where the host cannot.
   */
  readonly startPerception?: () => ProcessHandle;
  /**
   * Starts a process that reads files from outside, where threads are not safe on this computer. Missing where
   * the host cannot.
   */
  readonly startReader?: StartReader;
  /**
   * Shows a file in the system's file manager. Missing where the host cannot.
   *
   * @param path absolute; the backend gives only paths that `saveFile` has written (SECURITY: S16)
   */
  readonly showInFolder?: (path: string) => void;
  /**
   * Opens an address in the user's browser or mail program. Missing where the host cannot.
   *
   * @param href https or mailto; the backend has read it, and the user has seen its host (SECURITY: S15)
   */
  readonly openLink?: (href: string) => Promise<void>;
  /** Lets the user choose where a finished file goes, and puts it there. */
  saveFile(request: SaveFileRequest): Promise<SaveFileOutcome>;
  /**
   * Lets the user choose a folder; `undefined` when nothing was chosen. Missing where the host cannot
   * write to folders of the user's choice.
   */
  readonly chooseFolder?: () => Promise<string | undefined>;
  /**
   * Lets the user choose files for the training data, or folders of them; absolute paths, none when nothing
   * was chosen. Missing where only the page has a dialog, which gives bytes and no paths.
   */
  readonly chooseTrainingFiles?: (what: 'files' | 'folder') => Promise<readonly string[]>;
  /** Lets the user choose a backup file; an absolute path. There where {@link HostPorts.chooseFolder} is. */
  readonly chooseBackupFile?: () => Promise<string | undefined>;
  /** Ends Gesso and starts it again. Missing where the host cannot. */
  readonly restart?: () => void;
  /** Goes on with the pointer's movement as a drag of a file. Missing where the page does it itself. */
  readonly startDrag?: (file: DraggedFile) => void;
  /** Shows the window's commands in a menu of the system. Missing where there is none. */
  readonly showMenu?: (menu: Menu) => void;
  /** Closes the window, as its own button does. Missing where the window is a browser's. */
  readonly closeWindow?: () => void;
  /** Tells the user about something when the window is not in front. */
  notify(notice: Notice): void;
  /** False while the user looks at the window: a notice would not be shown and needs no picture. */
  showsNotices(): boolean;
  /** Shows how far all work is at the taskbar or the dock; `undefined` = nothing runs. Missing where there is none. */
  readonly showProgress?: (progress: WorkProgress | undefined) => void;
  /** Takes what the page finds. Missing unless the program was started to check itself. */
  readonly selfCheck?: SelfCheckListener;
  /** Starts a second Gesso that checks itself. Missing where the host cannot. */
  readonly startSelfCheck?: () => SelfCheckProcess;
  /** One line for the log; already redacted by the caller's logger. */
  writeLogLine(line: string): void;
}

/** The side of the host in a check of the program by itself. */
export interface SelfCheckListener {
  /** The page has begun. */
  begin(): void;
  /** A part is about to be tried that may end the program. */
  tries(part: EndurancePart): void;
  say(line: SelfCheckLine): void;
  /** The page has tried everything. */
  end(): void;
}

/** A Gesso that checks itself, in a process of its own. */
export interface SelfCheckProcess {
  /** @param listener called for each line of its output */
  onLine(listener: (line: string) => void): void;
  /** @param listener called once, however it ends */
  onEnd(listener: (code: number) => void): void;
  kill(): void;
}

/** News for the user. */
export interface Notice {
  readonly title: string;
  readonly body: string;
  /** Absolute path of a PNG of Gesso's own making. */
  readonly picture?: string | undefined;
  /** The user has clicked it; the window is in front by then. */
  onOpen?(): void;
}

/** How far all work is together. */
export interface WorkProgress {
  readonly running: number;
  /** 0 to 1; missing while nothing is known. */
  readonly fraction?: number | undefined;
}

/** Folders, absolute. */
export interface HostPaths {
  /** The user's data: library, results, settings. Created with mode 0700 when missing. */
  readonly data: string;
  /** The bundled sample photos. */
  readonly samples: string;
  /** Notices of the libraries for pictures: `sharp-<system>/README.md`. */
  readonly notices: string;
}

/** A running practice service. */
export interface PracticeServiceHandle {
  /** `http://127.0.0.1:<port>` */
  readonly baseUrl: string;
  /** Made up for this run; opens nothing but the practice service. */
  readonly key: string;
  stop(): Promise<void>;
}

/** A file that is ready to be saved, and how to write it. */
export interface SaveFileRequest {
  /** Name with extension, safe on every file system. */
  readonly suggestedName: string;
  /** Media type of the file. */
  readonly mediaType: string;
  /** Absolute path from `chooseFolder`: the file goes there without a question. */
  readonly folder?: string | undefined;
  /** Absolute path from an earlier outcome: the file goes there without a question, replacing the one there. */
  readonly replace?: string | undefined;
  /** Writes the file to an absolute path that does not exist yet. Rejects with an AppError. */
  write(path: string): Promise<void>;
}

/** A file on its way to another program. */
export interface DraggedFile {
  readonly path: string;
  /** PNG that the pointer carries. */
  readonly icon: Buffer;
}

/** The outcome of saving. `path` is absolute and never leaves the backend. */
export type SaveFileOutcome =
  | { readonly kind: 'saved'; readonly name: string; readonly path: string }
  /** The host has no dialog of its own: the window fetches the file from this same-origin URL. */
  | { readonly kind: 'download'; readonly url: string; readonly name: string }
  | { readonly kind: 'cancelled' };
