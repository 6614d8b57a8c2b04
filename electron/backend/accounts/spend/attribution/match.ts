/** Bills use product names; a call at the end of an hour may be billed in the next. */
import {
  formatDecimal,
  sumOfDecimals,
  type ExactDecimal,
} from '../../../../../shared/api/exact-decimal.ts';
import type { JobKindName } from '../../../../../shared/contract/job-requests.ts';
import type {
  CostAttribution,
  AttributionRow,
} from '../../../../../shared/contract/attribution.ts';
import { PRICED_KINDS, type PricedKind } from '../../../../../shared/contract/prices.ts';
import { LATENESS } from '../bill-units.ts';
import { decimalOf } from '../money-sum.ts';
import type { OwnCalls } from './own-calls.ts';

/** Rows of one product in one hour, added up. */
export interface BilledHour {
  readonly start: number;
  readonly product: string;
  readonly category: string;
  /** Calls or tokens; `undefined` if not whole. */
  readonly quantity: number | undefined;
  readonly amount: ExactDecimal;
  readonly hasDecimals: boolean;
}

const HOUR = 3600;

/** Patterns of product names, more specific ones first. */
const WORDS: readonly (readonly [PricedKind, RegExp])[] = [
  ['merge-face', /face/iu],
  ['upscale', /upscal|super[- ]?res|enlarg/iu],
  ['video', /video|svd|img2vid/iu],
  ['remove-text', /text/iu],
  ['training-upload', /train/iu],
  ['cleanup', /clean|erase|inpaint|object/iu],
];

export function kindOfProduct(product: string): PricedKind | undefined {
  return WORDS.find(([, words]) => words.test(product))?.[0];
}

function isModel(product: string, model: string): boolean {
  const [a, b] = [product.toLowerCase(), model.toLowerCase()];
  return a !== '' && (a === b || b.endsWith(`/${a}`) || a.endsWith(`/${b}`));
}

function fits(billed: BilledHour, { work }: OwnCalls): boolean {
  if (work.is === 'model') return billed.category === 'llm' && isModel(billed.product, work.model);
  return billed.category === 'gen_api' && kindOfProduct(billed.product) === work.kind;
}

const NAMES: Readonly<Partial<Record<JobKindName, string>>> = {
  cleanup: 'Clean-up',
  'remove-text': 'Text removal',
  'merge-face': 'Face merge',
  upscale: 'Upscale',
  video: 'Video',
  'training-upload': 'Training upload',
};

interface Open {
  readonly billed: BilledHour;
  ours: number;
  possible: number;
}

/** @param now seconds @returns newest first */
export function matchHours(
  bills: readonly BilledHour[],
  own: readonly OwnCalls[],
  now: number,
): readonly AttributionRow[] {
  const open: Open[] = bills.map((billed) => ({ billed, ours: 0, possible: 0 }));
  const alone: AttributionRow[] = [];
  for (const calls of own.toSorted((a, b) => a.start - b.start)) {
    // Several products may be this kind of work, such as two video models.
    const same = open.filter(({ billed }) => fits(billed, calls));
    const near = [0, HOUR, -HOUR].flatMap((offset) =>
      same.filter(({ billed }) => billed.start === calls.start + offset),
    );
    let rest = calls.ours;
    for (const each of near) {
      const isSameHour = each.billed.start === calls.start;
      const room = each.billed.quantity === undefined ? rest : each.billed.quantity - each.ours;
      const taken = Math.max(0, Math.min(rest, room));
      if (taken === 0 && !(isSameHour && calls.possible > 0)) continue;
      each.ours += taken;
      if (isSameHour) each.possible += calls.possible;
      rest -= taken;
      if (rest === 0) break;
    }
    const hasRow = near.some(({ billed }) => billed.start === calls.start);
    const possible = hasRow ? 0 : calls.possible;
    if (rest === 0 && possible === 0) continue;
    alone.push({
      start: calls.start,
      product:
        calls.work.is === 'model' ? calls.work.model : (NAMES[calls.work.kind] ?? calls.work.kind),
      unit: calls.work.is === 'model' ? 'tokens' : 'calls',
      ours: rest,
      possible,
      state: calls.start + HOUR + LATENESS < now ? 'only-ours' : 'not-yet',
      isPure: false,
    });
  }
  const rows = open.map(({ billed, ours, possible }): AttributionRow => ({
    start: billed.start,
    product: billed.product,
    unit: billed.category === 'llm' ? 'tokens' : 'calls',
    billed: billed.quantity,
    ours,
    possible,
    amount: { exact: formatDecimal(billed.amount), hasDecimals: billed.hasDecimals },
    state: ours > 0 ? 'both' : 'only-billed',
    isPure: ours > 0 && billed.quantity === ours && possible === 0,
  }));
  return [...rows, ...alone].toSorted(
    (a, b) => b.start - a.start || (a.product < b.product ? -1 : 1),
  );
}

/** From hours in which every call is ours. */
export function learnedPrices(rows: readonly AttributionRow[]): CostAttribution['learned'] {
  return PRICED_KINDS.flatMap((kind) => {
    const pure = rows.filter(
      (row) => row.isPure && row.unit === 'calls' && kindOfProduct(row.product) === kind,
    );
    const prices = pure
      .map(({ amount, ours }) => Number(amount?.exact ?? 0) / ours)
      .toSorted((a, b) => a - b);
    const price = prices[Math.floor(prices.length / 2)];
    // A price below the smallest unit would be learned as free.
    if (price === undefined || price < 0 || (price > 0 && price < 0.5)) return [];
    const last = Math.max(...pure.map(({ start }) => start));
    return [{ kind, price: Math.round(price), hours: pure.length, last }];
  });
}

export function sumsOf(
  rows: readonly AttributionRow[],
): Pick<CostAttribution, 'surely' | 'atMost'> {
  const add = (wanted: readonly AttributionRow[]) => {
    const amounts = wanted.flatMap(({ amount }) => amount ?? []);
    return {
      exact: formatDecimal(sumOfDecimals(amounts.map(({ exact }) => decimalOf(exact)))),
      hasDecimals: amounts.every(({ hasDecimals }) => hasDecimals),
    };
  };
  const both = rows.filter(({ state }) => state === 'both');
  return { surely: add(both.filter(({ isPure }) => isPure)), atMost: add(both) };
}
