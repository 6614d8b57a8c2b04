import { AppError, toAppError, type AppErrorData } from '../../../../shared/errors/app-error.ts';
import type { Redactor } from '../client/index.ts';

export type CleanError = (thrown: unknown) => AppError;

/** @param folders absolute paths and their replacements */
export function createCleanError(
  redactor: Redactor,
  folders: readonly { readonly path: string; readonly name: string }[],
): CleanError {
  // SECURITY: S8 S22 the renderer sees neither paths nor secrets, not even in an error's details.
  const clean = (text: string): string =>
    redactor.redact(
      folders.reduce((left, { path, name }) => left.replaceAll(path, `(${name})`), text),
    );
  return (thrown) => {
    const error = toAppError(thrown);
    return AppError.of(
      { ...error.toData(), message: clean(error.message), details: cleanDetails(error, clean) },
      { cause: error.cause ?? thrown },
    );
  };
}

function cleanDetails(error: AppError, clean: (text: string) => string): AppErrorData['details'] {
  if (error.details === undefined) return undefined;
  return Object.fromEntries(
    Object.entries(error.details).map(([name, value]) => [
      name,
      typeof value === 'string' ? clean(value) : value,
    ]),
  );
}
