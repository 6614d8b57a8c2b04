import type { costRange } from '../../../../../shared/language/expected-cost.ts';
import { count } from '../../../../core/ui/format.ts';
import { formatCost } from '../../answers/answer-words.ts';

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
