import { z } from 'zod';
import { appErrorSchema } from '../../../shared/contract/common.ts';
import {
  languageRunStateSchema,
  tokenUsageSchema,
  type AnswerRun,
} from '../../../shared/contract/language.ts';
import { MOST_CHOICES, type TokenUsage } from '../../../shared/api/language-answer.ts';
import { MOST, wholeNumberOf } from '../../../shared/api/lenient.ts';
import { isPractice } from '../library/practice-id.ts';
import { COST_UNITS } from '../accounts/spend/cost-units.ts';
import type { LanguageEvent } from '../service/client/index.ts';
import { sqlPart, storedJson } from '../library/row-values.ts';

/** Columns of {@link toAnswerRun}, unique across tables except `created_at`. */
export const RUN_COLUMNS = sqlPart`language_runs.state AS state, connection_id, connection_name,
  language_runs.created_at AS run_created_at,
  first_text_at, ended_at, pieces, usage, language_runs.error AS error, price_in, price_out,
  CAST(cost AS REAL) AS cost, CAST(estimated_cost AS REAL) AS estimated_cost,
  finish_reasons, origin`; // Integers beyond 2^53 would be refused.

const reasonsSchema = z.array(z.string().nullable());
const originSchema = z.strictObject({
  id: z.string().optional(),
  model: z.string().optional(),
  created: z.number().optional(),
});

/** @param row with {@link RUN_COLUMNS} */
export function toAnswerRun(
  id: string,
  model: string,
  row: Readonly<Record<string, unknown>>,
): AnswerRun {
  const origin = storedJson(originSchema, row['origin']) ?? {};
  const cost = amountOf(row['cost']);
  const estimated = amountOf(row['estimated_cost']);
  return {
    id,
    state: languageRunStateSchema.parse(row['state']),
    model,
    connectionName: String(row['connection_name']),
    isPractice: isPractice(String(row['connection_id'])),
    createdAt: Number(row['run_created_at']),
    firstTextAt: numberOf(row['first_text_at']),
    endedAt: numberOf(row['ended_at']),
    pieces: Number(row['pieces']),
    usage: storedJson(tokenUsageSchema, row['usage']),
    ...pricesIn(row),
    cost: cost === undefined ? undefined : cost / COST_UNITS,
    estimatedCost: estimated === undefined ? undefined : estimated / COST_UNITS,
    finishReasons: storedJson(reasonsSchema, row['finish_reasons']) ?? [],
    serviceId: origin.id,
    serviceModel: origin.model,
    serviceCreated: origin.created,
    error: storedJson(appErrorSchema, row['error']),
  };
}

/** Prices of a row, 1/10000 USD per million tokens; negative ones count as unknown. */
export function pricesIn(row: Readonly<Record<string, unknown>>) {
  return { priceIn: amountOf(row['price_in']), priceOut: amountOf(row['price_out']) };
}

export function endingOf(events: readonly LanguageEvent[]): {
  readonly reasons: readonly (string | null)[];
  readonly origin: z.input<typeof originSchema>;
} {
  const reasons: (string | null)[] = [];
  let origin: z.input<typeof originSchema> = {};
  for (const event of events) {
    if (event.is === 'finish' && event.choice < MOST_CHOICES) {
      while (reasons.length < event.choice) reasons.push(null);
      reasons[event.choice] = event.reason;
    }
    if (event.is === 'origin') {
      const { id, model, created } = event;
      origin = { id, model, created };
    }
  }
  return { reasons, origin };
}

/** Rejects usage that is not in whole tokens, which an older version may have stored. */
export function wholeUsage(usage: TokenUsage | undefined): TokenUsage | undefined {
  if (usage === undefined) return undefined;
  const [promptTokens, completionTokens, totalTokens, reasoningTokens] = [
    usage.promptTokens,
    usage.completionTokens,
    usage.totalTokens,
    usage.reasoningTokens,
  ].map((tokens) => wholeNumberOf(tokens, MOST.tokens));
  if (promptTokens === undefined || completionTokens === undefined) return undefined;
  return {
    promptTokens,
    completionTokens,
    totalTokens: totalTokens ?? promptTokens + completionTokens,
    reasoningTokens,
    ...(usage.isRough === true ? { isRough: true } : {}),
  };
}

/** Most that one answer may cost, 10^-10 USD. Beyond it the service's figure is wrong. */
const MOST_COST = 1e14;

/** Converts 1/10000 USD to the stored 10^-10 USD; `null` if unknown or impossible. */
export function storedCost(cost: number | undefined): number | null {
  return cost === undefined ? null : (wholeNumberOf(cost * COST_UNITS, MOST_COST) ?? null);
}

/** 10^-10 USD; `undefined` if usage or prices are unknown or inexact. */
export function runCost(
  usage: TokenUsage | undefined,
  prices: Parameters<typeof plainCost>[1],
): number | undefined {
  return usage?.isRough === true ? undefined : plainCost(usage, prices);
}

/** 10^-10 USD. */
export function plainCost(
  usage: TokenUsage | undefined,
  prices: { readonly priceIn?: number | undefined; readonly priceOut?: number | undefined },
): number | undefined {
  const { priceIn, priceOut } = prices;
  if (usage === undefined || priceIn === undefined || priceOut === undefined) return undefined;
  return wholeNumberOf(usage.promptTokens * priceIn + usage.completionTokens * priceOut, MOST_COST);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function amountOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}
