/**
 * `Retry-After` in seconds (RFC 9110, section 10.2.3): a number or a date.
 *
 * @param now Unix time in milliseconds
 * @returns whole seconds, not negative; `undefined` when there is none that can be read
 */
export function retryAfterSeconds(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (text === '') return undefined;
  const seconds = /^\d+(?:\.\d+)?$/u.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}
