/** Checks every part of Gesso and reports to the host. Loaded only on the host's request. */
import { SELF_CHECK_LIMITS, type SelfCheckLine } from '../../../shared/contract/self-check.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { backend, readError } from '../../core/backend/client.ts';
import { PARTS, type CheckedPart } from './parts.ts';

/** Longest time for one part, s; making a clip takes the longest. */
const LONGEST = 120;

/** @throws AppError `invalid-input`, before anything is changed, unless Gesso was started for it */
export async function runSelfCheck(): Promise<void> {
  await backend.selfCheck.begin();
  for (const part of PARTS) await backend.selfCheck.say(await tried(part));
  await backend.selfCheck.end();
}

async function tried({ name, run }: CheckedPart): Promise<SelfCheckLine> {
  const began = performance.now();
  const lasted = () => Math.round(performance.now() - began);
  try {
    const note = await withinTime(run());
    return { name, milliseconds: lasted(), ...(typeof note === 'string' ? { note } : {}) };
  } catch (thrown) {
    return { name, milliseconds: lasted(), problem: sentenceOf(thrown) };
  }
}

async function withinTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`It took longer than ${LONGEST} seconds.`)),
      LONGEST * 1000,
    );
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

function sentenceOf(thrown: unknown): string {
  const error = readError(thrown);
  const isOwn = error.kind !== 'unexpected' || thrown instanceof AppError;
  const text = isOwn || !(thrown instanceof Error) ? error.message : thrown.message;
  return text.trim().slice(0, SELF_CHECK_LIMITS.problemCharacters) || 'It failed without a reason.';
}
