/** The one window: made when it is needed, brought to the front when it is there. */
import type {
  BrowserWindow,
  Dialog,
  NativeImage,
  OpenDialogReturnValue,
  SaveDialogReturnValue,
  Session,
} from 'electron';
import { APP_URL } from './app-scheme.ts';
import type { SaveQuestion } from './save-file.ts';
import { webPreferences, windowOptions } from './window-options.ts';

/** A page that crashes more often than this within one window is left alone. */
const MAX_RELOADS = 3;

/** See the file comment. */
export interface WindowKeeper {
  /** Opens the window, or brings it to the front. */
  show(): void;
  /** Closes it without asking. */
  close(): void;
  /** True when this web contents is the window's. */
  owns(webContentsId: number): boolean;
  /** True when the user is looking at it. */
  isInFront(): boolean;
  /** The system's save dialog, attached to the window. */
  askWhereToSave(dialog: Dialog, question: SaveQuestion): Promise<SaveDialogReturnValue>;
  /** The system's dialog for a folder, attached to the window. */
  askForFolder(dialog: Dialog): Promise<OpenDialogReturnValue>;
  /** Goes on with the pointer's movement as a drag of a file. */
  startDrag(file: string, icon: NativeImage): void;
}

export function createWindowKeeper(
  Window: typeof BrowserWindow,
  options: {
    readonly preload: string;
    readonly session: Session;
    readonly isPackaged: boolean;
    writeLogLine(line: string): void;
  },
): WindowKeeper {
  let window: BrowserWindow | undefined;

  function open(): BrowserWindow {
    const created = new Window(windowOptions(webPreferences(options)));
    let reloads = 0;
    created.once('ready-to-show', () => created.show());
    created.once('closed', () => {
      if (window === created) window = undefined;
    });
    created.webContents.on('render-process-gone', (_event, details) => {
      options.writeLogLine(`window: the page ended (${details.reason})`);
      reloads += 1;
      if (details.reason !== 'clean-exit' && reloads <= MAX_RELOADS) created.webContents.reload();
    });
    // SECURITY: S5 nothing but the packaged page is ever loaded.
    created.loadURL(APP_URL).catch((error: unknown) => {
      options.writeLogLine(`window: the page could not be loaded (${String(error)})`);
    });
    return created;
  }

  return {
    show() {
      if (window === undefined) {
        window = open();
        return;
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    close: () => window?.destroy(),
    owns: (id) => window !== undefined && !window.isDestroyed() && window.webContents.id === id,
    isInFront: () => window?.isFocused() ?? false,
    askWhereToSave(dialog, question) {
      return window === undefined
        ? dialog.showSaveDialog(question)
        : dialog.showSaveDialog(window, question);
    },
    askForFolder(dialog) {
      const question = { properties: ['openDirectory' as const, 'createDirectory' as const] };
      return window === undefined
        ? dialog.showOpenDialog(question)
        : dialog.showOpenDialog(window, question);
    },
    startDrag: (file, icon) => window?.webContents.startDrag({ file, icon }),
  };
}
