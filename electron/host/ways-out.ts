/**
 * Ways out of a window that does not work: the same page in the user's browser, a start without the desktop's
 * add-ons, and a report.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import type { App, Dialog, SaveDialogReturnValue } from 'electron';
import { toAppError } from '../../shared/errors/app-error.ts';
import type { SaveQuestion } from './save-file.ts';
import type { WayOut } from './window-health.ts';

/** Lines of the log that go into a report. */
const LOG_LINES = 200;

/** The parts that are used. */
export interface WayOutParts {
  readonly app: Pick<App, 'getVersion' | 'getGPUFeatureStatus' | 'quit'>;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  /** It runs without add-ons already. */
  readonly isPlain: boolean;
  /** Starts Gesso again without its menu, its helper process, and the graphics card. */
  restartPlainly(): void;
  /** The file of the log. */
  readonly log: { readonly path: string; flush(): Promise<void> };
  askWhereToSave(question: SaveQuestion): Promise<SaveDialogReturnValue>;
  /** Serves the page on this computer, opens it in the user's browser, and closes the window. */
  openInBrowser(): Promise<void>;
  writeLogLine(line: string): void;
}

/** In their order. */
export function createWaysOut(parts: WayOutParts): readonly WayOut[] {
  const { app } = parts;
  /** An error in here is said, and the question comes back. */
  function careful(act: WayOut['act']): WayOut['act'] {
    return async (happened) => {
      try {
        return await act(happened);
      } catch (error) {
        const { message } = toAppError(error);
        parts.writeLogLine(`window: no way out: ${String(error)}`);
        await parts.dialog.showMessageBox({ type: 'error', title: 'Gesso', message });
        return 'again';
      }
    };
  }
  const plainly: WayOut = {
    label: 'Restart without extras',
    act: careful(() => {
      parts.restartPlainly();
      return 'over';
    }),
  };
  return [
    {
      label: 'Open in browser',
      act: careful(async (): Promise<'over'> => {
        await parts.openInBrowser();
        await parts.dialog.showMessageBox({
          type: 'info',
          title: 'Gesso',
          message: 'Gesso is open in your browser.',
          detail: 'It works there until you quit Gesso here.',
          buttons: ['Quit Gesso'],
        });
        app.quit();
        return 'over';
      }),
    },
    ...(parts.isPlain ? [] : [plainly]),
    {
      label: 'Save report…',
      act: careful(async (happened): Promise<'again'> => {
        const { canceled, filePath } = await parts.askWhereToSave({
          defaultPath: 'gesso-report.txt',
          filters: [{ name: 'Text', extensions: ['txt'] }],
        });
        if (!canceled && filePath !== '') {
          await writeFile(filePath, await reportText(happened, parts));
        }
        return 'again';
      }),
    },
  ];
}

/** The log has no secrets: its lines are redacted where they are written. */
async function reportText(
  happened: string,
  { app, log, isPlain }: Pick<WayOutParts, 'app' | 'log' | 'isPlain'>,
): Promise<string> {
  const { electron, chrome, node } = process.versions;
  await log.flush();
  const lines = await readFile(log.path, 'utf8').catch((error: unknown) => String(error));
  return [
    happened,
    '',
    `Gesso ${app.getVersion()}${isPlain ? ', without extras' : ''}`,
    `Electron ${electron}, Chromium ${chrome}, Node ${node}`,
    `${process.platform} ${process.arch} ${release()}`,
    `Graphics: ${JSON.stringify(app.getGPUFeatureStatus())}`,
    '',
    ...lines.trimEnd().split('\n').slice(-LOG_LINES),
    '',
  ].join('\n');
}
