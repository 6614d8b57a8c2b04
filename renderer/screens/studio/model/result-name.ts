import type { Patch } from '../../../../shared/contract/photos.ts';
import { RESULT_WORDS } from '../../../../shared/activity/words.ts';
import { formatDuration } from '../../../core/ui/format.ts';
import { formatMoney } from '../../../core/ui/money.ts';

/** Returns e.g. "Clean-up 3". The number stays when others are deleted. */
export function resultName({ operation, number }: Pick<Patch, 'operation' | 'number'>): string {
  return `${RESULT_WORDS[operation]} ${number}`;
}

/** Face merges run again in Faces, recipe steps on their screen. */
export function canRunAgain({ operation }: Pick<Patch, 'operation'>): boolean {
  return operation === 'cleanup' || operation === 'remove-text';
}

/** Returns e.g. "812 × 604 px, 2.1 s, $0.04"; no cost in practice. */
export function resultFacts(result: Patch): string {
  const { rect, durationMilliseconds, cost } = result;
  const facts = [`${rect.width} × ${rect.height} px`];
  // a saved result is immediate, so its duration means nothing
  if (cost !== 0 && result.operation !== 'recipe') facts.push(formatDuration(durationMilliseconds));
  const price = costText(result);
  if (price !== undefined) facts.push(price);
  facts.push(...blendFacts(result));
  return facts.join(', ');
}

/** Describes only blend settings that differ from the default. */
function blendFacts({ blend }: Patch): readonly string[] {
  if (blend === undefined) return [];
  const { opacity, feather, strokes } = blend;
  return [
    ...(opacity === 1 ? [] : [`${Math.round(opacity * 100)} % opacity`]),
    ...(feather === 0 ? [] : [`${feather} px feather`]),
    ...(strokes === 0 ? [] : ['painted']),
  ];
}

/** @returns `undefined` in practice, and if the cost is unknown */
function costText({ cost, isPractice }: Patch): string | undefined {
  if (cost === 0) return 'saved result';
  return cost === undefined || isPractice ? undefined : formatMoney(cost);
}
