/**
 * Samples remaining days from resampled final days, so that a short history gives a wide range
 * (Hyndman and Athanasopoulos, "Forecasting: Principles and Practice", 3rd ed., 5.5).
 * Deterministic. Amounts are 1/10000 USD as floats.
 */

export const FORECAST = {
  /** Least number of final days. */
  leastDays: 14,
  /** Least number of days with a charge. */
  leastActive: 5,
  /** Older days say nothing about today. */
  mostDays: 56,
  draws: 2000,
  /** Quantiles of the range; about 8 of 10 periods are inside. */
  from: 0.05,
  to: 0.95,
  /** Largest useful ratio of the range's ends. */
  uneven: 4,
} as const;

type Forecast =
  /** No day is left: the bill itself. */
  | { readonly kind: 'billed' }
  | { readonly kind: 'few-days'; readonly days: number }
  | { readonly kind: 'few-active'; readonly days: number }
  | { readonly kind: 'uneven'; readonly atPace: number }
  | { readonly kind: 'range'; readonly low: number; readonly high: number };

/** @param days final days, oldest first @param daysLeft those that have not begun */
export function forecastOf(days: readonly number[], billed: number, daysLeft: number): Forecast {
  if (daysLeft <= 0) return { kind: 'billed' };
  const history = days.slice(-FORECAST.mostDays);
  if (history.length < FORECAST.leastDays) return { kind: 'few-days', days: history.length };
  const active = history.filter((amount) => amount > 0).length;
  if (active < FORECAST.leastActive) return { kind: 'few-active', days: active };
  const random = seededRandom(history, daysLeft);
  const totals = Array.from({ length: FORECAST.draws }, () => {
    const drawn = history.map(() => pick(history, random));
    let rest = 0;
    for (let day = 0; day < daysLeft; day++) rest += pick(drawn, random);
    return billed + rest;
  }).toSorted((a, b) => a - b);
  const at = (share: number) => totals[Math.round(share * (totals.length - 1))] ?? billed;
  const [low, high] = [at(FORECAST.from), at(FORECAST.to)];
  if (high > FORECAST.uneven * Math.max(low, 0)) {
    const recent = history.slice(-FORECAST.leastDays);
    const mean = recent.reduce((sum, amount) => sum + amount, 0) / recent.length;
    return { kind: 'uneven', atPace: billed + mean * daysLeft };
  }
  return { kind: 'range', low, high };
}

function pick(values: readonly number[], random: () => number): number {
  return values[Math.floor(random() * values.length)] ?? 0;
}

/** 0 to below 1; deterministic for the days (mulberry32 over an FNV-1a hash). */
function seededRandom(days: readonly number[], daysLeft: number): () => number {
  let state = 0x811c9dc5;
  for (const value of [...days, daysLeft]) {
    state = Math.imul(state ^ Math.round(value), 0x01000193) >>> 0;
  }
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
