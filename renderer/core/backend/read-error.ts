import { ORPCError } from '@orpc/client';
import { z } from 'zod';
import { appErrorSchema } from '../../../shared/contract/common.ts';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { count } from '../ui/format.ts';

export function readError(thrown: unknown): AppError {
  if (thrown instanceof ORPCError) {
    const parsed = appErrorSchema.safeParse(thrown.data);
    if (parsed.success) return AppError.of(parsed.data, { cause: thrown });
    const limit = textLimit(thrown.data);
    if (limit !== undefined) {
      const message = `This text is too long. It can have up to ${count(limit, 'character')}.`;
      return new AppError('invalid-input', message, { cause: thrown });
    }
  }
  return toAppError(thrown);
}

const tooLongSchema = z.object({
  code: z.literal('too_big'),
  origin: z.literal('string'),
  maximum: z.number(),
});

/** Returns the characters that the contract allows for a text it refused; searches unions, too. */
function textLimit(refusal: unknown): number | undefined {
  const issue = tooLongSchema.safeParse(refusal);
  if (issue.success) return issue.data.maximum;
  if (typeof refusal !== 'object' || refusal === null) return undefined;
  const parts: readonly unknown[] = Object.values(refusal);
  return parts.map(textLimit).find((limit) => limit !== undefined);
}
