/**
 * Real answers as other services of this kind send them: what the specification does not say, or says
 * otherwise. Each part of an answer is known by its fields.
 */
import type { StreamFrame } from '../answer.ts';
import { isObject } from '../pictures/json-body.ts';

export interface OtherServiceAction {
  readonly kind: 'other-service';
  /** Of amounts with decimals in bills; whole amounts are 1/10000 USD in any case. */
  readonly unit: 'units' | 'dollars';
}

/** The answer's JSON otherwise. */
export function asOtherService({ unit }: OtherServiceAction, value: unknown): unknown {
  if (!isObject(value)) return value;
  const { data, bills, task, usage, assets_id: assetsId } = value;
  const first: unknown = Array.isArray(data) ? data[0] : undefined;
  return {
    ...value,
    ...(isObject(first) && Array.isArray(data) ? { data: [...data, ...otherModels(first)] } : {}),
    ...(Array.isArray(bills) ? { bills: otherBills(bills, unit) } : {}),
    ...(isObject(task) ? { task: otherTask(task) } : {}),
    ...(isObject(usage) ? { usage: otherUsage(usage) } : {}),
    ...(assetsId === undefined ? {} : { assets_id: beyondDoubles(assetsId) }),
  };
}

/** The same of each event of a stream. */
export async function* framesOfOtherService(
  action: OtherServiceAction,
  batches: AsyncIterable<readonly StreamFrame[]>,
): AsyncIterable<readonly StreamFrame[]> {
  for await (const batch of batches) {
    yield batch.map((frame) =>
      frame.kind === 'done'
        ? frame
        : { ...frame, data: JSON.stringify(asOtherService(action, JSON.parse(frame.data))) },
    );
  }
}

/** Kinds that do not chat, one that was withdrawn, one whose price is decided for each call. */
function otherModels(model: Readonly<Record<string, unknown>>): readonly unknown[] {
  return [
    { ...model, id: 'practice/embedding', title: '', model_type: 'embedding', output_price: 0 },
    { ...model, id: 'practice/image', model_type: 'image', context_size: 0 },
    { ...model, id: 'practice/withdrawn', status: 0, created: '1700000000' },
    {
      ...model,
      id: 'practice/auto',
      title: null,
      input_token_price_per_m: -1,
      output_token_price_per_m: -1,
    },
    { ...model, id: JSON_RAW.rawJSON('9007199254740993') },
  ];
}

/** Numbers in place of texts, a category that is on no list, and amounts in the asked unit. */
function otherBills(bills: readonly unknown[], unit: OtherServiceAction['unit']): unknown[] {
  const rows = bills.filter(isObject);
  const [first] = rows;
  const all = first === undefined ? rows : [...rows, { ...first, category: 'cloud_sandbox' }];
  return all.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        if (typeof value !== 'string' || !/^\d+(?:\.\d+)?$/u.test(value)) return [name, value];
        if (!name.endsWith('Decimal')) return [name, JSON_RAW.rawJSON(value)];
        return [name, unit === 'dollars' ? inDollars(value) : value];
      }),
    ),
  );
}

/** "12.5" → "0.00125", with every digit. */
function inDollars(units: string): string {
  const [whole = '', fraction = ''] = units.split('.');
  const digits = whole.padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}${fraction}`;
}

/** A status that is on no list, and numbers as texts. */
function otherTask(task: Readonly<Record<string, unknown>>): unknown {
  const isDone = task['status'] === 'TASK_STATUS_SUCCEED';
  return {
    ...task,
    status: isDone ? 'TASK_STATUS_COMPLETED' : 'TASK_STATUS_ON_HOLD',
    eta: '0.5',
    progress_percent: String(task['progress_percent']),
  };
}

/** Fractions, and the tokens of the prompt that were cached. */
function otherUsage(usage: Readonly<Record<string, unknown>>): unknown {
  const [prompt, completion] = [Number(usage['prompt_tokens']), Number(usage['completion_tokens'])];
  return {
    ...usage,
    prompt_tokens: String(prompt),
    completion_tokens: completion + 0.25,
    total_tokens: prompt + completion + 0.25,
    prompt_tokens_details: { cached_tokens: Math.floor(prompt / 2) },
    completion_tokens_details: { reasoning_tokens: null },
  };
}

/** The same id with so many digits that a double rounds it. */
function beyondDoubles(id: unknown): unknown {
  return JSON_RAW.rawJSON(`9007199254740${String(id).padStart(6, '0')}`);
}

/** The language's types do not know of it yet. */
const JSON_RAW = JSON as unknown as { rawJSON(text: string): unknown };
