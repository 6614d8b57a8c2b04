/** What is wrong with a form, by field. */
import type { z } from 'zod';

/** The first sentence for each field; fields inside others are named `outer.inner`. */
export function problemsOf(error: z.ZodError): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {};
  for (const { path, message } of error.issues) problems[path.map(String).join('.')] ??= message;
  return problems;
}
