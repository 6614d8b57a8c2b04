import type {
  RecipeFile,
  RecipeFileFilter,
  RecipeFileState,
  RecipeRun,
  RecipeStep,
} from '../../../../shared/contract/recipes.ts';
import { withoutName } from '../../../../shared/errors/without-name.ts';
import { count } from '../../../core/ui/format.ts';
import { formatMoney } from '../../../core/ui/money.ts';
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

export const FILTERS: readonly { readonly value: RecipeFileFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'unjudged', label: 'To judge' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'rejected', label: 'Rejected' },
  { value: 'failed', label: 'Failed' },
  { value: 'running', label: 'Working' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'left-out', label: 'Left out' },
  { value: 'stopped', label: 'Stopped' },
];

/** A judgement says more than how the work ended. */
export function fileState({ state, judgement }: Pick<RecipeFile, 'state' | 'judgement'>): string {
  const isOver = state === 'done' || state === 'to-judge' || state === 'stopped';
  if (isOver && judgement !== 'none') return judgement === 'accepted' ? 'Accepted' : 'Rejected';
  return STATES[state];
}

/** Empty if the state says everything. */
export function fileSentence(file: RecipeFile, steps: readonly RecipeStep[]): string {
  if (file.error !== undefined) return withoutName(file.error.message, file.name);
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

export function savedFiles({ steps }: Pick<RecipeFile, 'steps'>) {
  return steps.flatMap(({ saved }) => saved ?? []);
}

export function planWords(plan: NonNullable<RecipeFile['plan']>, isPractice: boolean): string {
  const none = plan.isEstimate ? 'no calls expected' : 'no calls';
  const about = plan.isEstimate ? 'about ' : '';
  const calls = plan.calls === 0 ? none : `${about}${count(plan.calls, 'call')}`;
  const size =
    plan.width === undefined || plan.height === undefined ? [] : [`${plan.width} × ${plan.height}`];
  const cost =
    isPractice || plan.calls === 0 || plan.cost === undefined ? [] : [formatMoney(plan.cost)];
  return [...size, calls, ...cost].join(', ');
}

export function countOf(
  filter: RecipeFileFilter,
  run: Pick<RecipeRun, 'states' | 'judged' | 'files'>,
): number {
  switch (filter) {
    case 'all':
      return run.files;
    case 'unjudged':
      return run.judged.none;
    case 'accepted':
    case 'rejected':
      return run.judged[filter];
    default:
      return run.states[filter];
  }
}

export function canBeJudged({ state }: Pick<RecipeFile, 'state'>): boolean {
  return state === 'done' || state === 'to-judge';
}
