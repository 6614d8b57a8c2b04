/** Reports a failed start: a sentence on stderr and in a dialog, and an exit code. */
import type { App, Dialog } from 'electron';
import { CANNOT_START } from './running-line.ts';

export interface FailedStartDeps {
  readonly app: Pick<App, 'exit' | 'isPackaged' | 'whenReady'>;
  readonly dialog: Pick<Dialog, 'showErrorBox'>;
}

/** Prints to stderr first: `npm start` shows it. @param more only for the dialog */
export async function endWithSentence(
  { app, dialog }: FailedStartDeps,
  sentence: string,
  options: {
    readonly more?: string | undefined;
    readonly hasDialog: boolean;
    readonly code?: number;
  },
): Promise<void> {
  process.stderr.write(`${CANNOT_START}: ${sentence}\n`);
  if (options.hasDialog) {
    await app.whenReady();
    const { more } = options;
    dialog.showErrorBox(CANNOT_START, more === undefined ? sentence : `${sentence}\n\n${more}`);
  }
  app.exit(options.code ?? 1);
}

/** Under `npm start` there is no dialog: the terminal has the line, the browser host takes over. */
export async function endWithLoadError(
  deps: FailedStartDeps,
  error: unknown,
  given: readonly string[],
): Promise<void> {
  const { isPackaged } = deps.app;
  const advice = isPackaged ? 'Install Gesso again.' : 'Run “npm install”, then “npm start” again.';
  const text = error instanceof Error ? error.message : String(error);
  const [cause = ''] = text.trim().split('\n');
  await endWithSentence(
    deps,
    `A part of Gesso is missing or damaged (${cause.replace(/[:.]$/u, '')}). ${advice}`,
    {
      more: error instanceof Error ? error.stack : undefined,
      hasDialog: isPackaged && !isUnattended(given),
    },
  );
}

/** A recipe or self-check: nobody may answer a dialog. */
export function isUnattended(given: readonly string[]): boolean {
  return given.some((argument) => /^--(?:recipe|self-check)(?:=|$)/u.test(argument));
}
