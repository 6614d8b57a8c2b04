import type { ListedAnswer } from '../../../shared/contract/language.ts';
import { formatDuration, formatNumber } from '../../core/ui/format.ts';
import { formatMoney } from '../../core/ui/money.ts';

const STATES: Readonly<Record<ListedAnswer['state'], string>> = {
  running: 'Writing',
  done: 'Done',
  stopped: 'Stopped',
  interrupted: 'Broke off',
  failed: 'Failed',
};

export function describeAnswer(answer: ListedAnswer): string {
  const { state, createdAt, endedAt, usage } = answer;
  const isReached = answer.finishReasons.includes('length');
  const parts = [
    state === 'done' && isReached ? 'Done (token limit reached)' : STATES[state],
    endedAt === undefined ? undefined : formatDuration(Math.max(0, endedAt - createdAt)),
    usage === undefined
      ? undefined
      : `${formatNumber(usage.promptTokens)} + ${formatNumber(usage.completionTokens)} tokens`,
    costInWords(answer),
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

function costInWords({ state, isPractice, cost, estimatedCost }: ListedAnswer): string | undefined {
  if (state === 'running' || state === 'failed') return undefined;
  if (isPractice) return 'free';
  if (cost === undefined && estimatedCost === undefined) return 'cost unknown';
  const about = cost === undefined ? '≈ ' : '';
  const known = cost ?? estimatedCost ?? 0;
  if (known === 0) return '$0';
  return known < 1 ? '< $0.0001' : `${about}${formatMoney(Math.round(known))}`;
}

export function answerTitle({ title, kind }: ListedAnswer): string {
  if (title !== '') return title;
  return kind === 'chat' ? 'Conversation' : 'Prompt';
}
