import type { LanguageRequest } from '../../../../shared/contract/language.ts';
import type {
  PromptTable,
  PromptTableDraft,
  PromptTablePlan,
} from '../../../../shared/contract/prompt-tables.ts';
import { invalidInput } from '../../../../shared/errors/app-error.ts';
import {
  costRange,
  expectedCost,
  promptTokensOf,
} from '../../../../shared/language/expected-cost.ts';
import { requestBody } from '../../../../shared/language/request-body.ts';
import { fillTemplate, rowValues, templateFit } from '../../../../shared/language/template.ts';
import type { ModelLists } from '../models/model-list.ts';
import { requireCountable } from './countable.ts';

/** Rows that are estimated; the others are assumed similar. */
export const TABLE_SAMPLE = 500;

type ModelFacts = ReturnType<ModelLists['factsOf']>;

export function rowRequest(
  table: Pick<PromptTable, 'template' | 'model' | 'parameters' | 'columns'>,
  cells: readonly string[],
): LanguageRequest {
  const { template, model, parameters, columns } = table;
  const prompt = fillTemplate(template, rowValues(columns, cells));
  return { kind: 'completion', model, ...parameters, prompt };
}

export function planTable(
  { table, ...draft }: PromptTableDraft,
  { prices, tokenRatio }: ModelFacts,
): PromptTablePlan {
  requireSendable(draft);
  const source = { ...draft, columns: table.columns };
  const step = Math.max(1, Math.floor(table.rows.length / TABLE_SAMPLE));
  const sample = table.rows.filter((_, index) => index % step === 0);
  const scale = sample.length === 0 ? 0 : table.rows.length / sample.length;
  const requests = sample.map((cells) => rowRequest(source, cells));
  const ranges = requests.map((request) => costRange(request, prices, tokenRatio));
  const tokens = requests.reduce((sum, request) => sum + promptTokensOf(request), 0);
  const first = table.rows[0];
  return {
    ...templateFit(draft.template, table.columns),
    firstPrompt:
      first === undefined ? '' : fillTemplate(draft.template, rowValues(table.columns, first)),
    rows: table.rows.length,
    answers: table.rows.length * Math.max(1, draft.parameters.n ?? 1),
    promptTokens: Math.ceil(tokens * tokenRatio * scale),
    costLeast: total(
      ranges.map(({ least }) => least),
      scale,
    ),
    costMost: total(
      ranges.map(({ most }) => most),
      scale,
    ),
  };
}

/** Returns whole 1/10000 USD per row, whose sum is rounded up once. */
export function pricesOfRows(
  table: PromptTable,
  sample: readonly { readonly cells: readonly string[] }[],
  count: number,
  { prices, tokenRatio }: ModelFacts,
): readonly (number | undefined)[] {
  const each = sample.map(({ cells }) =>
    expectedCost(rowRequest(table, cells), prices, tokenRatio),
  );
  const mean = total(each, 1 / Math.max(1, each.length));
  return Array.from({ length: count }, (_, row) =>
    mean === undefined ? undefined : Math.ceil(mean * (row + 1)) - Math.ceil(mean * row),
  );
}

/** A stored table keeps its parameters, so wrong ones would fail in each row. */
function requireSendable({ model, parameters, template }: Omit<PromptTableDraft, 'table'>): void {
  requireCountable(parameters);
  requestBody({ kind: 'completion', model, ...parameters, prompt: template });
}

export function requireComplete({ table, ...draft }: PromptTableDraft): void {
  requireSendable(draft);
  const { unknownNames } = templateFit(draft.template, table.columns);
  if (unknownNames.length > 0) {
    throw invalidInput(
      `The table has no column for ${unknownNames.map((each) => `“${each}”`).join(', ')}. Add it, or change the prompt.`,
      { details: { request: 'not sent', names: unknownNames.join(', ') } },
    );
  }
  if (table.rows.length === 0) throw invalidInput('The table has no rows.');
}

function total(values: readonly (number | undefined)[], scale: number): number | undefined {
  let sum = 0;
  for (const value of values) {
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum * scale;
}
