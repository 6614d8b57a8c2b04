/** Skips unreadable rows and reports them to the listener of whoever opens the library. */
import type { DatabaseSync } from 'node:sqlite';
import { toAppError, type AppErrorData } from '../../../shared/errors/app-error.ts';
import { isDiskError } from '../service/common/background.ts';

/** `what` begins a log line, such as “answer”. */
export type OnLeftOut = (what: string, id: string, error?: unknown) => void;

const listeners = new WeakMap<DatabaseSync, OnLeftOut>();

/** @param deps.tell called once, because a library with one such row often has others */
export function hearOfLeftOut(
  database: DatabaseSync,
  deps: {
    readonly log: (line: string) => void;
    readonly note: (error: unknown) => void;
    readonly tell: (error: AppErrorData) => void;
  },
): OnLeftOut {
  const known = new Set<string>();
  const onLeftOut: OnLeftOut = (what, id, error) => {
    const name = `${what} ${id}`;
    if (known.has(name)) return;
    const reason = error === undefined ? '' : `: ${wordsOf(error)}`;
    deps.log(`left out: ${name}${reason}`);
    deps.note(error ?? new Error(`left out: ${what}`));
    if (known.size === 0) deps.tell(LEFT_OUT);
    known.add(name);
  };
  listeners.set(database, onLeftOut);
  return onLeftOut;
}

const LEFT_OUT: AppErrorData = {
  kind: 'storage',
  message:
    'Gesso left out a part of its library that it can’t read. Everything else is there. “Report a problem…” in Activity names the error.',
};

/** Schema errors are long and may quote the row. */
function wordsOf(error: unknown): string {
  const { message, details } = toAppError(error);
  return String(details?.['error'] ?? message).slice(0, 300);
}

/** Skips a record that fails. @throws AppError `disk-full`, `storage`, which concern all */
export function skipUnreadable<Result>(
  database: DatabaseSync,
  what: string,
  id: unknown,
  action: () => Result,
): Result | undefined {
  try {
    return action();
  } catch (error) {
    if (isDiskError(error)) throw error;
    listeners.get(database)?.(what, String(id), error);
    return undefined;
  }
}

/** Reads rows with an `id` or `run_id`, skipping unreadable ones. */
export function readRows<
  Row extends { readonly id?: unknown; readonly run_id?: unknown },
  Result extends object,
>(
  database: DatabaseSync,
  what: string,
  rows: readonly Row[],
  read: (row: Row) => Result,
): readonly Result[] {
  return rows.flatMap(
    (row) => skipUnreadable(database, what, row.id ?? row.run_id, () => read(row)) ?? [],
  );
}
