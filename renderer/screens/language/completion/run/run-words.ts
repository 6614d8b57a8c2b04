import type { LanguageRun } from '../../../../../shared/contract/language.ts';
import type { costRange } from '../../../../../shared/language/expected-cost.ts';
import { count } from '../../../../core/ui/format.ts';
import { formatCost } from '../../answers/answer-words.ts';

/** @param choice the answer in the document @param hasText something has arrived */
export function endWords(
  run: Pick<LanguageRun, 'state' | 'finishReasons' | 'pieces'>,
  choice: number,
  hasText = run.pieces > 0,
): { readonly words: string; readonly canContinue: boolean } {
  const reason = run.finishReasons[choice];
  switch (run.state) {
    case 'running':
      return { words: 'Being written.', canContinue: false };
    case 'stopped':
      return { words: 'Stopped.', canContinue: hasText };
    case 'interrupted':
      return { words: 'The answer broke off.', canContinue: hasText };
    case 'failed':
      return { words: 'No answer.', canContinue: false };
    case 'done':
      if (reason === 'length')
        return { words: 'The answer reached the token limit.', canContinue: true };
      if (reason === null || reason === undefined || reason === 'stop') {
        return { words: hasText ? 'Done.' : 'The answer is empty.', canContinue: false };
      }
      return { words: `The service ended it: ${reason}.`, canContinue: hasText };
  }
}

/** Returns a word or two for answers side by side; '' for a complete one. */
export function shortEnd(reason: string | null | undefined): string {
  if (reason === null || reason === undefined || reason === 'stop') return '';
  return reason === 'length' ? 'cut off' : reason;
}

/**
 * Returns "$0.0001 to $0.002 for 3 answers", or "$0.0001 + 3 answers" without a length limit.
 * @param answers that are billed
 */
export function promptCostWords(
  cost: ReturnType<typeof costRange>,
  answers: number,
  isPractice: boolean,
): string {
  if (isPractice) return answers > 1 ? `${count(answers, 'answer')}, free` : 'Free';
  if (cost.least === undefined) return 'Cost unknown';
  const many = answers > 1 ? ` for ${count(answers, 'answer')}` : '';
  if (cost.most === undefined) return `${formatCost(cost.least)} + ${count(answers, 'answer')}`;
  const [least, most] = [formatCost(cost.least), formatCost(cost.most)];
  return `${least === most ? least : `${least} to ${most}`}${many}`;
}
