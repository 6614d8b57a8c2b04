import type { PlainMessage } from '../../../../shared/contract/conversations.ts';
import type { AnswerRun } from '../../../../shared/contract/language.ts';
import { formatDateTime, formatDuration, formatNumber } from '../../../core/ui/format.ts';
import { formatMoney } from '../../../core/ui/money.ts';

interface AnswerEnd {
  readonly words: string;
  readonly canContinue: boolean;
  /** True if nothing arrived: only a retry helps. */
  readonly isEmpty: boolean;
}

/** @returns `undefined` while it runs, and if it ended normally */
export function endOf(
  message: Pick<PlainMessage, 'run' | 'choice' | 'text' | 'thoughts'>,
): AnswerEnd | undefined {
  const { run, choice, text } = message;
  if (run === undefined || run.state === 'running') return undefined;
  const isEmpty = text === '';
  const nothing =
    (message.thoughts ?? '') === ''
      ? 'The answer is empty.'
      : 'The model thought about it and wrote no answer.';
  const end = (words: string): AnswerEnd => ({ words, canContinue: !isEmpty, isEmpty });
  if (run.state === 'stopped') return end('Stopped.');
  if (run.state === 'interrupted') return end('The answer broke off.');
  if (run.state === 'failed') return end('No answer.');
  const reason = run.finishReasons[choice];
  if (reason === 'length') return end('The answer reached the token limit.');
  if (reason === undefined || reason === null || reason === 'stop') {
    return isEmpty ? end(nothing) : undefined;
  }
  return end(`The service ended the answer: ${reason}.`);
}

/** @param isExact counted by the service */
export function thoughtsTitle(tokens: number, isExact: boolean): string {
  const whole = Math.max(1, Math.round(tokens));
  const words = whole === 1 ? '1 token' : `${formatNumber(whole)} tokens`;
  return `Thoughts, ${isExact ? '' : '≈ '}${words}`;
}

export function firstTextAfter(run: AnswerRun): number | undefined {
  return run.firstTextAt === undefined ? undefined : run.firstTextAt - run.createdAt;
}

/** Returns tokens per second, estimated from the pieces if the service sent no usage. */
function speedOf(
  run: AnswerRun,
): { readonly perSecond: number; readonly isAbout: boolean } | undefined {
  const { firstTextAt, endedAt, usage, pieces } = run;
  if (firstTextAt === undefined || endedAt === undefined || endedAt - firstTextAt < 50)
    return undefined;
  const tokens = usage?.completionTokens ?? pieces;
  if (tokens < 2) return undefined;
  return { perSecond: (tokens * 1000) / (endedAt - firstTextAt), isAbout: usage === undefined };
}

/**
 * Returns e.g. "312 tokens, $0.0002, 48 a second". Answers to one request are billed together, so
 * the first has all figures.
 */
export function describeAnswerRun(run: AnswerRun, choice = 0, answers = 1): string {
  if (choice > 0) return 'billed with the first answer';
  const speed = speedOf(run);
  const parts = [
    run.usage === undefined
      ? undefined
      : `${formatNumber(run.usage.completionTokens)} ${run.usage.completionTokens === 1 ? 'token' : 'tokens'}`,
    run.isPractice ? undefined : answerCost(run),
    answers > 1 ? `${answers} answers together` : undefined,
    speed === undefined ? undefined : describeSpeed(speed),
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

export function describeSpeed(speed: {
  readonly perSecond: number;
  readonly isAbout: boolean;
}): string {
  const { perSecond, isAbout } = speed;
  const number = perSecond < 10 ? perSecond.toFixed(1) : formatNumber(Math.round(perSecond));
  return `${isAbout ? '≈ ' : ''}${number} a second`;
}

/** Errors before the first word for which the service may still charge. */
const MAYBE_CHARGED: ReadonlySet<string> = new Set([
  'outcome-unknown',
  'service-failed',
  'bad-answer',
  'interrupted',
  'unexpected',
]);

/** @returns `undefined` while it runs, and if the service refused or never got the request */
function answerCost(run: AnswerRun): string | undefined {
  if (run.isPractice) return 'free';
  const cost = knownCost(run);
  if (cost !== undefined) return cost;
  const isFree = run.state === 'failed' && !MAYBE_CHARGED.has(run.error?.kind ?? '');
  return run.state === 'running' || isFree ? undefined : 'cost unknown';
}

/** Returns e.g. "≈ $0.002" for an estimate. */
export function knownCost({
  cost,
  estimatedCost,
}: Pick<AnswerRun, 'cost' | 'estimatedCost'>): string | undefined {
  if (cost !== undefined) return formatCost(cost);
  return estimatedCost === undefined ? undefined : `≈ ${formatCost(estimatedCost)}`;
}

/** @param cost 1/10000 USD with fractions */
export function formatCost(cost: number): string {
  if (cost === 0) return '$0';
  if (cost >= 1) return formatMoney(Math.round(cost));
  const text = (cost / 10_000).toFixed(6).replace(/\.?0+$/u, '');
  return text === '0' ? 'under $0.000001' : `$${text}`;
}

export function detailsOf(run: AnswerRun): readonly (readonly [string, string])[] {
  const first = firstTextAfter(run);
  const speed = speedOf(run);
  const reasoning = run.usage?.reasoningTokens;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Model', run.serviceModel ?? run.model],
    ['Connection', run.connectionName],
    ['Time', formatDateTime(run.createdAt)],
    ['First text after', first === undefined ? undefined : formatDuration(first)],
    ['Speed', speed === undefined ? undefined : describeSpeed(speed)],
    ['Tokens sent', run.usage && formatNumber(run.usage.promptTokens)],
    ['Tokens received', run.usage && formatNumber(run.usage.completionTokens)],
    ['Thinking tokens', reasoning === undefined ? undefined : formatNumber(reasoning)],
    ['Usage', run.usage === undefined ? 'not sent by the service' : undefined],
    ['Cost', answerCost(run)],
    ['Ended', run.finishReasons.filter((reason) => reason !== null).join(', ') || run.state],
    ['Service ID', run.serviceId],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}
