/** Rows of answers as the contract shows them, and the figures that an end adds. */
import { z } from 'zod';
import { appErrorSchema } from '../../../shared/contract/common.ts';
import {
  languageRunStateSchema,
  tokenUsageSchema,
  type AnswerRun,
} from '../../../shared/contract/language.ts';
import type { TokenUsage } from '../../../shared/api/language-answer.ts';
import { isPractice } from '../connections/practice-id.ts';
import { COST_UNITS } from '../spend/cost-units.ts';
import type { LanguageEvent } from '../service/index.ts';
import { MOST_CHOICES } from '../../../shared/api/language-answer.ts';

/** The columns that {@link toAnswerRun} reads; their names are those of no other table but `created_at`. */
export const RUN_COLUMNS = `language_runs.state AS state, connection_id, connection_name, language_runs.created_at AS run_created_at,
  first_text_at, ended_at, pieces, usage, language_runs.error AS error, price_in, price_out, cost, estimated_cost, finish_reasons, origin`;

const reasonsSchema = z.array(z.string().nullable());
const originSchema = z.strictObject({
  id: z.string().optional(),
  model: z.string().optional(),
  created: z.number().optional(),
});

/** A row with {@link RUN_COLUMNS}. */
export function toAnswerRun(
  id: string,
  model: string,
  row: Readonly<Record<string, unknown>>,
): AnswerRun {
  const { usage, error } = row;
  const origin = originSchema.parse(JSON.parse(String(row['origin'])));
  const cost = numberOf(row['cost']);
  const estimated = numberOf(row['estimated_cost']);
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
    usage: typeof usage === 'string' ? tokenUsageSchema.parse(JSON.parse(usage)) : undefined,
    ...pricesIn(row),
    cost: cost === undefined ? undefined : cost / COST_UNITS,
    estimatedCost: estimated === undefined ? undefined : estimated / COST_UNITS,
    finishReasons: reasonsSchema.parse(JSON.parse(String(row['finish_reasons']))),
    serviceId: origin.id,
    serviceModel: origin.model,
    serviceCreated: origin.created,
    error: typeof error === 'string' ? appErrorSchema.parse(JSON.parse(error)) : undefined,
  };
}

/** The prices of a row, 1/10000 USD per million tokens. */
export function pricesIn(row: Readonly<Record<string, unknown>>) {
  return { priceIn: numberOf(row['price_in']), priceOut: numberOf(row['price_out']) };
}

/** Why each choice ended, and the service's own names. */
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

/** Exact, 10^-10 USD; `undefined` where usage or prices are unknown. */
export function costOf(
  usage: TokenUsage | undefined,
  prices: { readonly priceIn?: number | undefined; readonly priceOut?: number | undefined },
): number | undefined {
  const { priceIn, priceOut } = prices;
  if (usage === undefined || priceIn === undefined || priceOut === undefined) return undefined;
  return Math.round(usage.promptTokens * priceIn + usage.completionTokens * priceOut);
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}
