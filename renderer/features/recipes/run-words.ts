import { isFinalJobState, type Job } from '../../../shared/contract/jobs.ts';
import type { RecipePlan, RecipeRun } from '../../../shared/contract/recipes.ts';
import { count, formatRoughly } from '../../core/ui/format.ts';
import { formatMoney } from '../../core/ui/money.ts';

/** The cost of a plan in a line. */
export function costWords(plan: RecipePlan, useStored: boolean): string {
  if (plan.isPractice) return 'Practice: free.';
  const calls = plan.calls - (useStored ? plan.storedCalls : 0);
  if (calls <= 0)
    return plan.calls === 0 ? 'Free: made on this computer.' : 'Free: uses saved results.';
  const cost = useStored ? plan.costWithStored : plan.cost;
  if (cost === undefined) return 'Cost unknown.';
  return `Expected cost${plan.isEstimate ? ' about' : ''}: ${formatMoney(cost)}`;
}

/** Such as "12 of 40 pictures, 2 failed, about 3 minutes left". */
export function runProgress(run: RecipeRun): string {
  const { states } = run;
  const parts = [`${endedFiles(run)} of ${count(run.first ?? takingPart(run), 'picture')}`];
  if (states.failed > 0) parts.push(`${states.failed} failed`);
  if (states['left-out'] > 0) parts.push(`${states['left-out']} left out`);
  if (run.state === 'running' && run.remainingMilliseconds !== undefined) {
    parts.push(`${formatRoughly(run.remainingMilliseconds)} left`);
  }
  return parts.join(', ');
}

/** The share of a run's files, or of a trial's, that have ended, 0 to 1. */
export function runShare(run: Pick<RecipeRun, 'states' | 'files' | 'first'>): number {
  const all = run.first ?? takingPart(run);
  return all === 0 ? 0 : endedFiles(run) / all;
}

/** Files that have ended for now. */
function endedFiles(run: Pick<RecipeRun, 'states' | 'files'>): number {
  return takingPart(run) - run.states.waiting - run.states.running;
}

/** Files that were not left out. */
export function takingPart({ states, files }: Pick<RecipeRun, 'states' | 'files'>): number {
  return files - states['left-out'];
}

const RUN_STATES: Readonly<Record<RecipeRun['state'], string>> = {
  draft: 'Not started',
  running: 'Running',
  paused: 'Paused',
  tried: 'Trial finished',
  stopped: 'Stopped',
  done: 'Finished',
};

export function runState({ state, first }: Pick<RecipeRun, 'state' | 'first'>): string {
  return state === 'running' && first !== undefined ? 'Trial' : RUN_STATES[state];
}

/** Explains a pause, a stop or a missing answer; empty where the state says everything. */
export function runSentence(run: RecipeRun): string {
  const { state, callsUnderWay, callsUnknown, isPractice } = run;
  const sentences: string[] = [];
  if (callsUnderWay > 0 && (state === 'paused' || state === 'stopped')) {
    const are = callsUnderWay === 1 ? 'is' : 'are';
    sentences.push(`${count(callsUnderWay, 'call')} ${are} still running. No more calls are sent.`);
  } else if (state === 'paused') sentences.push('Nothing is sent until you resume.');
  if (callsUnknown > 0) {
    const unknown = `${count(callsUnknown, 'call')} got no answer`;
    const charge = ' and may have been charged. Running again may charge you twice.';
    sentences.push(isPractice ? `${unknown}.` : `${unknown}${charge}`);
  }
  return sentences.join(' ');
}

/** "4 of 9 calls, 1 failed, $0.08"; empty without calls. */
export function callWords(run: RecipeRun): string {
  const { calls, callsDone, callsFailed, cost, isPractice } = run;
  if (calls === 0) return '';
  const parts = [`${callsDone} of ${count(calls, 'call')}`];
  if (callsFailed > 0) parts.push(`${callsFailed} failed`);
  if (isPractice) parts.push('practice: free');
  else if (cost !== undefined) parts.push(formatMoney(cost));
  return parts.join(', ');
}

/** The error that delays calls of a running run, such as a service that cannot be reached. */
export function runTrouble(
  { id, state }: Pick<RecipeRun, 'id' | 'state'>,
  jobs: Iterable<Pick<Job, 'batchId' | 'state' | 'error'>>,
): string | undefined {
  if (state !== 'running') return undefined;
  for (const { batchId, state: jobState, error } of jobs) {
    if (batchId === id && error !== undefined && !isFinalJobState(jobState)) return error.message;
  }
  return undefined;
}
