import type { JobKindName } from '../../../shared/contract/job-requests.ts';
import type { Job, JobState } from '../../../shared/contract/jobs.ts';
import { assertNever } from '../../../shared/errors/app-error.ts';
import { count } from '../../core/ui/format.ts';
import { formatMoney } from '../../core/ui/money.ts';

const KINDS: Readonly<Record<JobKindName, string>> = {
  cleanup: 'Clean-up',
  'remove-text': 'Text removal',
  'merge-face': 'Face merge',
  upscale: 'Upscale',
  video: 'Video',
  'training-upload': 'Training upload',
  watch: 'Watched task',
};

/** Such as "Clean-up" or "Video". */
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

export function stateTitle(state: JobState, { isPractice }: Pick<Job, 'isPractice'>): string {
  if (state !== 'unknown') return STATES[state];
  return isPractice ? 'No answer' : 'No answer (may have been charged)';
}

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

/** Calls that are about to be sent. */
export interface CallsAhead {
  readonly calls: number;
  /** In all, 1/10000 USD; `undefined` if unknown, or for practice. */
  readonly cost?: number | undefined;
  readonly isPractice: boolean;
}

/** "2 calls, $0.04". Practice mentions no money, as nothing costs any. */
export function describeCalls({ calls, cost, isPractice }: CallsAhead): string {
  const number = count(calls, 'call');
  if (isPractice) return number;
  return `${number}, ${cost === undefined ? 'cost unknown' : formatMoney(cost)}`;
}

/** For the button that sends the same again. @param ahead `undefined` until the calls are known */
export function runAgainLabel(ahead: CallsAhead | undefined): string {
  return ahead === undefined ? 'Run again' : `Run again (${describeCalls(ahead)})`;
}

/**
 * For an ended job: one call, unless its answer has arrived and only could not be saved.
 * @param call the current price of a call, and whether it is free
 */
export function runJobAgainLabel(
  { error, submittedAt }: Pick<Job, 'error' | 'submittedAt'>,
  call: Pick<CallsAhead, 'cost' | 'isPractice'>,
): string {
  const isUnstored = error?.kind === 'disk-full' || error?.kind === 'storage';
  const isAnswered = isUnstored && submittedAt !== undefined;
  return runAgainLabel(isAnswered ? undefined : { ...call, calls: 1 });
}

/** For the button that polls the result of a task again. */
export function checkAgainLabel({ isPractice }: Pick<Job, 'isPractice'>): string {
  return isPractice ? 'Check again' : 'Check again (free)';
}

/** In ms; `undefined` while it is running. */
export function jobDuration({ createdAt, submittedAt, endedAt }: Job): number | undefined {
  return endedAt === undefined ? undefined : Math.max(0, endedAt - (submittedAt ?? createdAt));
}

function describeWaiting({ error, startsAt }: Job): string {
  if (error?.kind === 'unreachable') return 'No connection, trying again';
  if (error !== undefined) return 'Waiting: too many calls at once';
  return startsAt === undefined ? 'Preparing' : 'Waiting to be sent';
}

/** The task is still running at the service, but something here prevents progress. */
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
      // a status means that something answered: a firewall, or a network that requires a sign-in
      return error?.details?.['status'] === undefined
        ? 'No connection, trying again'
        : 'Blocked on the way, trying again';
    default:
      return 'Still asking: the service gives no usable answer';
  }
}

/** Why a job is held up and what can be done; `undefined` if it is not. */
export function blockedReason({
  state,
  error,
  taskId,
}: Pick<Job, 'state' | 'error' | 'taskId'>): string | undefined {
  const isUnderWay = ['submitting', 'queued', 'processing', 'downloading'].includes(state);
  if (!isUnderWay || error === undefined) return undefined;
  if (taskId === undefined) return error.message; // it continues by itself, as the sentence says
  return `${error.message} Gesso keeps asking until you stop it; the task itself continues.`;
}
