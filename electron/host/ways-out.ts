/** The page in the user's browser, a start without extras, and a report. */
import { readFile, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import type { App, Dialog, SaveDialogReturnValue } from 'electron';
import { toAppError } from '../../shared/errors/app-error.ts';
import type { SaveQuestion } from './save-file.ts';
import type { WayOut } from './window-health.ts';

/** Log lines in a report. */
const LOG_LINES = 200;

interface WayOutDeps {
  readonly app: Pick<App, 'getVersion' | 'getGPUFeatureStatus' | 'quit'>;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  /** It already runs without extras. */
  readonly isPlain: boolean;
  /** Restarts Gesso without menu, helper process and graphics card. */
  restartPlainly(): void;
  readonly log: { readonly path: string; flush(): Promise<void> };
  askWhereToSave(question: SaveQuestion): Promise<SaveDialogReturnValue>;
  /** Serves the page on this computer, opens it in the user's browser, and closes the window. */
  openInBrowser(): Promise<void>;
  writeLogLine(line: string): void;
}

/** In order. */
export function createWaysOut(deps: WayOutDeps): readonly WayOut[] {
  const { app } = deps;
  /** On failure, show the error and ask again. */
  function careful(act: WayOut['act']): WayOut['act'] {
    return async (happened) => {
      try {
        return await act(happened);
      } catch (error) {
        const { message } = toAppError(error);
        deps.writeLogLine(`window: no way out: ${String(error)}`);
        await deps.dialog.showMessageBox({ type: 'error', title: 'Gesso', message });
        return 'again';
      }
    };
  }
  const plainly: WayOut = {
    label: 'Restart without extras',
    act: careful(() => {
      deps.restartPlainly();
      return 'over';
    }),
  };
  return [
    {
      label: 'Open in browser',
      act: careful(async (): Promise<'over'> => {
        await deps.openInBrowser();
        await deps.dialog.showMessageBox({
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
    ...(deps.isPlain ? [] : [plainly]),
    {
      label: 'Save report…',
      act: careful(async (happened): Promise<'again'> => {
        const { canceled, filePath } = await deps.askWhereToSave({
          defaultPath: 'gesso-report.txt',
          filters: [{ name: 'Text', extensions: ['txt'] }],
        });
        if (!canceled && filePath !== '') {
          await writeFile(filePath, await reportText(happened, deps));
        }
        return 'again';
      }),
    },
  ];
}

/** The log has no secrets: lines are redacted when written. */
async function reportText(
  happened: string,
  { app, log, isPlain }: Pick<WayOutDeps, 'app' | 'log' | 'isPlain'>,
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
