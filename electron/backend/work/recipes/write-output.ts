/**
 * Writes completely or not at all, never over a file that Gesso did not write, and once, even
 * after a crash. The target is recorded before writing; a temporary file marks an unfinished
 * write.
 */
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { plainName } from '../../../../shared/plain-name.ts';
import {
  numberedName,
  saveError,
  syncFile,
  syncFolder,
  takeFreeName,
} from '../../service/common/finish-file.ts';
import type { StepOutput } from './run-rows.ts';

interface OutputRequest {
  /** Absolute. */
  readonly folder: string;
  readonly isKept: boolean;
  readonly name: string;
  /** Unique per step and file; names the temporary file. */
  readonly key: string;
  /** Earlier file of the same step, replaced if it is unchanged. */
  readonly before: StepOutput | undefined;
  readonly write: (path: string) => Promise<void>;
  /** Records the target durably. */
  readonly note: (output: StepOutput) => void;
  /** Records the target durably, together with the end of the step. */
  readonly end: (output: StepOutput) => void;
}

/** @throws AppError `storage` if the folder is gone, `disk-full`, errors of `write` */
export async function writeOutput(request: OutputRequest): Promise<void> {
  const { folder, isKept, note } = request;
  if (isKept) await mkdir(folder, { recursive: true, mode: 0o700 }); // SECURITY: S35 readable by the user only
  await requireFolder(folder);
  const part = join(folder, `.gesso-${request.key}.part`);
  if (request.before?.part !== undefined && (await finish(request, request.before))) return;
  const own = await ownPlace(request.before);
  try {
    await rm(part, { force: true });
    await request.write(part);
    await syncFile(part);
    const facts = await stat(part);
    const whole = { part, isKept, byteLength: facts.size, modifiedAt: facts.mtimeMs };
    if (own !== undefined) {
      const output = { ...whole, path: own, isReplacing: true };
      note(output);
      await take(request, output, (to) => rename(part, to));
      return;
    }
    for (let number = 1; ; number++) {
      const path = join(folder, numberedName(request.name, number));
      if (await exists(path)) continue;
      note({ ...whole, path });
      if (await takeFreeName(part, path)) {
        await take(request, { ...whole, path }, () => Promise.resolve());
        return;
      }
    }
  } catch (error) {
    // A recipe cannot ask for a folder: it was chosen at the start, or is Gesso's own.
    const place = isKept ? 'its own folder' : `the folder “${plainName(basename(folder))}”`;
    throw saveError(
      error,
      `Gesso could not write a finished file into ${place}. Check that the folder is there and lets you write, then retry.`,
    );
  }
}

/** After a crash: true if the file was complete and is now recorded. */
async function finish(
  request: Pick<OutputRequest, 'end' | 'note'>,
  output: StepOutput,
): Promise<boolean> {
  const { path, part } = output;
  if (part === undefined) return false;
  const [written, left] = await Promise.all([factsOf(path), factsOf(part)]);
  const isWritten = (facts: typeof written) =>
    facts?.size === output.byteLength && facts?.mtimeMs === output.modifiedAt;
  // Two names of one file, or the renamed one: it was already published.
  const isTaken =
    left === undefined ? isWritten(written) : written !== undefined && written.ino === left.ino;
  // The name is reserved by the replaced file, or by an empty one.
  const isHeld = isWritten(left) && (output.isReplacing === true || written?.size === 0);
  if (!isTaken && !isHeld) return false;
  await take(request, output, isTaken ? () => Promise.resolve() : (to) => rename(part, to));
  return true;
}

async function take(
  { end, note }: Pick<OutputRequest, 'end' | 'note'>,
  output: StepOutput,
  place: (path: string) => Promise<void>,
): Promise<void> {
  await place(output.path);
  await syncFolder(dirname(output.path));
  const { isReplacing: _over, ...ended } = output;
  end(ended);
  await forgetPart(ended, note);
}

export async function forgetPart(
  output: StepOutput,
  note: (output: StepOutput) => void,
): Promise<void> {
  if (output.part === undefined) return;
  await rm(output.part, { force: true });
  note({ ...output, part: undefined });
}

async function ownPlace(before: StepOutput | undefined): Promise<string | undefined> {
  if (before?.byteLength === undefined) return undefined;
  const facts = await factsOf(before.path);
  const isOurs = facts?.size === before.byteLength && facts.mtimeMs === before.modifiedAt;
  return isOurs ? before.path : undefined;
}

async function requireFolder(folder: string): Promise<void> {
  if ((await factsOf(folder))?.isDirectory() === true) return;
  throw new AppError(
    'storage',
    `The folder “${folder}” no longer exists. Create it again and retry.`,
    { action: 'retry' },
  );
}

async function exists(path: string): Promise<boolean> {
  return (await factsOf(path)) !== undefined;
}

async function factsOf(path: string) {
  return await stat(path).catch(() => undefined);
}
