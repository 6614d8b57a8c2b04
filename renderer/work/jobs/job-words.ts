/** Jobs in words: their kinds, states and durations. Every kind and state has its own words. */
import type { JobKindName } from '../../../shared/contract/job-requests.ts';
import type { Job, JobState } from '../../../shared/contract/jobs.ts';
import { assertNever } from '../../../shared/errors/app-error.ts';
import { count } from '../../base/ui/format.ts';
import { formatMoney } from '../../base/ui/money.ts';

const KINDS: Readonly<Record<JobKindName, string>> = {
  cleanup: 'Clean-up',
  'remove-text': 'Text removal',
  'merge-face': 'Face merge',
  upscale: 'Upscale',
  video: 'Video',
  'training-upload': 'Training upload',
  watch: 'Watched task',
};

/** "Clean-up", "Video" … */
export function kindTitle(kind: JobKindName): string {
  return KINDS[kind];
}

const STATES: Readonly<Record<Exclude<JobState, 'unknown'>, string>> = {
  waiting: 'Waiting',
  submitting: 'Sending',
  queued: 'Queued at the service',
  processing: 'Working',
  downloading: 'Downloading',
  done: 'Done',
  failed: 'Failed',
  expired: 'Expired',
  cancelled: 'Stopped',
};

/** A state as one of many, for a timeline. */
export function stateTitle(state: JobState, { isPractice }: Pick<Job, 'isPractice'>): string {
  if (state !== 'unknown') return STATES[state];
  return isPractice ? 'No answer' : 'No answer (may have been charged)';
}

/** How a job stands, in a few words. */
export function describeJob(job: Job): string {
  switch (job.state) {
    case 'waiting':
      return describeWaiting(job);
    case 'submitting':
      return job.error === undefined ? 'Sending' : describeHeldUp(job);
    case 'queued':
      return job.error === undefined ? 'Queued at the service' : describeHeldUp(job);
    case 'processing':
      if (job.error !== undefined) return describeHeldUp(job);
      return job.serviceStatus === undefined
        ? 'Working'
        : `The service says “${job.serviceStatus}”`;
    case 'downloading':
      return job.error === undefined ? 'Downloading the result' : describeHeldUp(job);
    case 'done':
      if (job.kind === 'remove-text' && job.warning !== undefined) return 'Nothing found';
      return job.price === 0 ? 'Done (saved result)' : 'Done';
    case 'failed':
      return 'Failed';
    case 'expired':
      return 'Expired';
    case 'unknown':
      if (!job.hasKeptAnswer) return stateTitle(job.state, job);
      return job.isPractice ? 'Unusable answer' : 'Unusable answer (may have been charged)';
    case 'cancelled':
      return 'Stopped';
    default:
      return assertNever(job.state);
  }
}

/** Calls before they are sent. */
export interface CallsAhead {
  readonly calls: number;
  /** Of all of them, 1/10000 USD; `undefined` = not known, or practice. */
  readonly cost?: number | undefined;
  readonly isPractice: boolean;
}

/** "2 calls, $0.04". Practice says nothing of money: nothing costs any there. */
export function describeCalls({ calls, cost, isPractice }: CallsAhead): string {
  const number = count(calls, 'call');
  if (isPractice) return number;
  return `${number}, ${cost === undefined ? 'cost unknown' : formatMoney(cost)}`;
}

/** The button that sends the same again. @param ahead `undefined` before the calls are known */
export function runAgainLabel(ahead: CallsAhead | undefined): string {
  return ahead === undefined ? 'Run again' : `Run again (${describeCalls(ahead)})`;
}

/**
 * The same for an ended job: one call, unless its answer has arrived and only could not be stored.
 *
 * @param call the price of a call now, and whether it is free
 */
export function runJobAgainLabel(
  { error, submittedAt }: Pick<Job, 'error' | 'submittedAt'>,
  call: Pick<CallsAhead, 'cost' | 'isPractice'>,
): string {
  const isUnstored = error?.kind === 'disk-full' || error?.kind === 'storage';
  const isAnswered = isUnstored && submittedAt !== undefined;
  return runAgainLabel(isAnswered ? undefined : { ...call, calls: 1 });
}

/** The button that asks once more for the result of a task. */
export function lookAgainLabel({ isPractice }: Pick<Job, 'isPractice'>): string {
  return isPractice ? 'Look again' : 'Look again (free)';
}

/** How long it has taken, ms; `undefined` while it goes on. */
export function durationOf({ createdAt, submittedAt, endedAt }: Job): number | undefined {
  return endedAt === undefined ? undefined : Math.max(0, endedAt - (submittedAt ?? createdAt));
}

function describeWaiting({ error, startsAt }: Job): string {
  if (error?.kind === 'unreachable') return 'No connection, trying again';
  if (error !== undefined) return 'Waiting: too many calls at once';
  return startsAt === undefined ? 'Preparing' : 'Waiting to be sent';
}

/** The task goes on at the service; something here is in the way. */
function describeHeldUp({ error }: Job): string {
  switch (error?.kind) {
    case 'disk-full':
      return 'Paused: disk full';
    case 'key-rejected':
    case 'key-missing':
    case 'keychain':
      return error?.kind === 'key-rejected' ? 'Paused: key not accepted' : 'Paused: key missing';
    case 'unreachable':
    case 'outcome-unknown':
      // with a status something answered: a firewall, or a network that wants a sign-in
      return error?.details?.['status'] === undefined
        ? 'No connection, trying again'
        : 'Blocked on the way, trying again';
    default:
      return 'Still asking: the service gives no usable answer';
  }
}

/** The reason and a way out while a job is held up; `undefined` else. */
export function heldUpBy({
  state,
  error,
  taskId,
}: Pick<Job, 'state' | 'error' | 'taskId'>): string | undefined {
  const isUnderWay = ['submitting', 'queued', 'processing', 'downloading'].includes(state);
  if (!isUnderWay || error === undefined) return undefined;
  if (taskId === undefined) return error.message; // it goes on by itself, as the sentence says
  return `${error.message} Gesso keeps asking until you stop it; the task itself goes on.`;
}
