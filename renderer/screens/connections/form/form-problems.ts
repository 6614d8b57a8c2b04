import type { z } from 'zod';
import type { AppErrorData } from '../../../../shared/errors/app-error.ts';

/** Keyed by field; nested fields are named `outer.inner`. */
export type Problems = Readonly<Record<string, string>>;

export function fieldProblems(error: z.ZodError): Problems {
  const problems: Record<string, string> = {};
  for (const { path, message } of error.issues) problems[path.map(String).join('.')] ??= message;
  return problems;
}

/**
 * Maps an error of the check to the field it is about.
 * @param hasGateway a gateway's answers look the same as the service's
 * @returns `undefined` if it concerns no single field
 */
export function problemOfCheck(
  { kind, message, details }: AppErrorData,
  hasGateway: boolean,
): Problems | undefined {
  const field = details?.['field'];
  if (typeof field === 'string') return { [field]: message };
  if (hasGateway) return undefined;
  switch (kind) {
    case 'key-rejected':
      return { key: 'The service does not accept this key. Copy it again from your account.' };
    case 'unreachable':
      return { baseUrl: message };
    case 'not-the-service':
      // a redirect or a page has its own sentence; without one, the address leads elsewhere
      return {
        baseUrl: /redirect|moved|web page/u.test(message)
          ? message
          : 'The service was not found at this address. Check it for typing errors.',
      };
    default:
      return undefined;
  }
}
