/** The same error of several categories becomes one sentence. */
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';
import { categoryName } from '../../../../shared/spend/category-names.ts';

/** @param failed by category; `summary` is the service's own total */
export function failureSentences(failed: ReadonlyMap<string, AppErrorData>): readonly string[] {
  const byMessage = new Map<string, string[]>();
  for (const [category, { message }] of failed) {
    const name = category === 'summary' ? 'The service’s own total' : categoryName(category);
    byMessage.set(message, [...(byMessage.get(message) ?? []), name]);
  }
  return [...byMessage].map(([message, names]) =>
    byMessage.size === 1 && names.length > 1 ? message : `${names.join(', ')}: ${message}`,
  );
}

export function distinctFailures(
  failed: ReadonlyMap<string, AppErrorData>,
): readonly AppErrorData[] {
  return [...new Map([...failed.values()].map((error) => [error.message, error])).values()];
}
