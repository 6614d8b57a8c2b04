import { expect, it } from 'vitest';
import { retryAfterSeconds } from './service-times.ts';

const DAY = 86_400_000;
const SENT = Date.parse('2026-11-20T10:00:00Z');
const date = (milliseconds: number) => new Date(milliseconds).toUTCString();

function wait(headers: Readonly<Record<string, string>>, now = SENT): number | undefined {
  return retryAfterSeconds((name) => headers[name], now);
}

it('reads seconds, whatever the clocks say', () => {
  expect(wait({ 'retry-after': '5' }, SENT - DAY)).toBe(5);
  expect(wait({ 'retry-after': ' 1.2 ' })).toBe(2);
});

it('compares a date with the date of the answer, not with this computer’s clock', () => {
  const headers = { 'retry-after': date(SENT + 5000), date: date(SENT) };
  for (const now of [SENT, SENT - DAY, SENT + DAY, SENT - 400 * DAY, 0]) {
    expect(wait(headers, now)).toBe(5);
  }
  expect(wait({ 'retry-after': date(SENT - 5000), date: date(SENT) }, SENT - DAY)).toBe(0);
});

it('trusts a date without a date of the answer only when it is near', () => {
  const headers = { 'retry-after': date(SENT + 5000) };
  expect(wait(headers)).toBe(5);
  for (const now of [SENT - DAY, SENT + DAY]) expect(wait(headers, now)).toBeUndefined();
});

it('ignores any other value', () => {
  for (const value of ['', 'soon', '-5', 'Fri'])
    expect(wait({ 'retry-after': value })).toBeUndefined();
});
