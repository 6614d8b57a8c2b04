/** What a result is called, and what is told about it in a line. */
import type { Patch } from '../../../../shared/contract/photos.ts';
import { formatDuration } from '../../../ui/format.ts';
import { formatPrice } from '../../../ui/price.ts';

const OPERATIONS: Readonly<Record<Patch['operation'], string>> = {
  cleanup: 'Clean-up',
  'remove-text': 'Text removal',
};

/** "Clean-up 3": the number stays, whatever becomes of the others. */
export function resultName({ operation, number }: Pick<Patch, 'operation' | 'number'>): string {
  return `${OPERATIONS[operation]} ${number}`;
}

/** "812 × 604 px · 2.1 s · $0.04" */
export function resultFacts({ rect, durationMilliseconds, cost }: Patch): string {
  const facts = [`${rect.width} × ${rect.height} px`];
  // what came from the store took no time worth telling
  if (cost !== 0) facts.push(formatDuration(durationMilliseconds));
  const price = costText(cost);
  if (price !== undefined) facts.push(price);
  return facts.join(' · ');
}

/** @param cost 1/10000 USD; 0 = nothing was paid; `undefined` = not known */
function costText(cost: number | undefined): string | undefined {
  if (cost === undefined) return undefined;
  return cost === 0 ? 'from the store' : formatPrice(cost);
}

/** "14:05" today, "20 Nov 14:05" before. */
export function resultTime(createdAt: number, now: number = Date.now()): string {
  const at = new Date(createdAt);
  const isToday = at.toDateString() === new Date(now).toDateString();
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const options = isToday ? time : ({ ...time, day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat('en-GB', options).format(at);
}
