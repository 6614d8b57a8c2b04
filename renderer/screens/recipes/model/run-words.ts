/** Files and runs of recipes in words. Pure. */
import type {
  RecipeFile,
  RecipeFileFilter,
  RecipeFileState,
  RecipePlan,
  RecipeRun,
  RecipeStep,
} from '../../../../shared/contract/recipes.ts';
import { count, formatRoughly } from '../../../base/ui/format.ts';
import { formatMoney } from '../../../base/ui/money.ts';
import { stepWords } from './step-words.ts';

const STATES: Readonly<Record<RecipeFileState, string>> = {
  waiting: 'Waiting',
  running: 'Working',
  'to-judge': 'To judge',
  done: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
  'left-out': 'Left out',
};

/** Filters of a run's files, with their titles. */
export const FILTERS: readonly { readonly value: RecipeFileFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'unjudged', label: 'Not judged' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'running', label: 'Working' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'failed', label: 'Failed' },
  { value: 'left-out', label: 'Left out' },
  { value: 'stopped', label: 'Stopped' },
];

/** The state of a file; a judgement says more than the end of its work. */
export function fileState({ state, judgement }: Pick<RecipeFile, 'state' | 'judgement'>): string {
  const isOver = state === 'done' || state === 'to-judge' || state === 'stopped';
  if (isOver && judgement !== 'none') return judgement === 'accepted' ? 'Accepted' : 'Rejected';
  return STATES[state];
}

/** The outcome of a file, or the step it is at, as a sentence; empty when its state says all. */
export function fileSentence(file: RecipeFile, steps: readonly RecipeStep[]): string {
  if (file.error !== undefined) return file.error.message;
  if (file.state === 'running') {
    const at = file.steps.findIndex(({ state }) => state === 'started' || state === 'waiting');
    const step = steps[at];
    return step === undefined ? '' : `Step ${at + 1} of ${steps.length}: ${stepWords(step)}`;
  }
  const saved = savedFiles(file);
  if (saved.length > 0) return `Saved as “${saved.map(({ name }) => name).join('”, “')}”`;
  const notes = file.steps.flatMap(({ note }) => note ?? []);
  if (file.state === 'done' || file.state === 'to-judge') return notes[0] ?? '';
  return '';
}

/** The files that were written of it. */
export function savedFiles({ steps }: Pick<RecipeFile, 'steps'>) {
  return steps.flatMap(({ saved }) => saved ?? []);
}

/** "6 calls · $0.12", "Free", of a planned file. */
export function planWords(plan: NonNullable<RecipeFile['plan']>, isPractice: boolean): string {
  const calls = plan.calls === 0 ? 'No calls' : count(plan.calls, 'call');
  const about = plan.isEstimate ? 'about ' : '';
  const size =
    plan.width === undefined || plan.height === undefined ? [] : [`${plan.width} × ${plan.height}`];
  const cost =
    isPractice || plan.calls === 0 || plan.cost === undefined ? [] : [formatMoney(plan.cost)];
  return [...size, `${about}${calls}`, ...cost].join(' · ');
}

/** The cost of a plan, as one line. */
export function costWords(plan: RecipePlan, useStored: boolean): string {
  if (plan.isPractice) return 'Practice: free.';
  const calls = plan.calls - (useStored ? plan.storedCalls : 0);
  if (calls <= 0)
    return plan.calls === 0 ? 'Free: made on this computer.' : 'Free: uses saved results.';
  const cost = useStored ? plan.costWithStored : plan.cost;
  const about = plan.isEstimate ? 'About ' : '';
  if (cost === undefined) return 'Cost unknown.';
  return `${about === '' ? 'Expected cost' : 'Expected cost about'}: ${formatMoney(cost)}`;
}

/** How far a run is: "12 of 40 pictures · 2 failed · about 3 minutes left". */
export function runProgress(run: RecipeRun): string {
  const { states } = run;
  const parts = [`${endedFiles(run)} of ${count(run.first ?? takingPart(run), 'picture')}`];
  if (states.failed > 0) parts.push(`${states.failed} failed`);
  if (states['left-out'] > 0) parts.push(`${states['left-out']} left out`);
  if (run.state === 'running' && run.remainingMilliseconds !== undefined) {
    parts.push(`${formatRoughly(run.remainingMilliseconds)} left`);
  }
  return parts.join(' · ');
}

/** The share of a run's files that have ended, 0 to 1; of a trial, of its files. */
export function runShare(run: Pick<RecipeRun, 'states' | 'files' | 'first'>): number {
  const all = run.first ?? takingPart(run);
  return all === 0 ? 0 : endedFiles(run) / all;
}

/** Files that have come to an end, for now. */
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

/** The state of a run in a word or two. */
export function runState({ state, first }: Pick<RecipeRun, 'state' | 'first'>): string {
  return state === 'running' && first !== undefined ? 'Trial' : RUN_STATES[state];
}
