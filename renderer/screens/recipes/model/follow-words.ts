import type { RecipeFollow } from '../../../../shared/contract/recipe-follows.ts';
import { count } from '../../../core/ui/format.ts';
import { formatMoney } from '../../../core/ui/money.ts';

const STATES: Readonly<Record<RecipeFollow['state'], string>> = {
  off: 'Not followed now',
  'to-confirm': 'Waiting for you: Gesso was restarted',
  following: 'Following',
};

export function followState({ state }: RecipeFollow): string {
  return STATES[state];
}

export function todayWords({ today, callsADay, moneyADay, isPractice }: RecipeFollow): string {
  const calls = `${today.calls} of ${count(callsADay, 'call')}`;
  if (isPractice) return `Today: ${calls}, free (practice)`;
  const spent = today.cost === undefined ? 'an unknown part' : formatMoney(today.cost);
  return `Today: ${calls}, ${spent} of ${formatMoney(moneyADay)}`;
}

export function waitingWords({ waiting, isPractice }: RecipeFollow): string | undefined {
  const { files, calls, cost } = waiting;
  if (files === 0) return undefined;
  const wait = files === 1 ? 'waits' : 'wait';
  const paid = isPractice
    ? 'free (practice)'
    : cost === undefined
      ? 'cost unknown'
      : formatMoney(cost);
  return `${count(files, 'file')} ${wait}, ${count(calls, 'call')}, ${calls === 0 ? 'free' : paid}`;
}
