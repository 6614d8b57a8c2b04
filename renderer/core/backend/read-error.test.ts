import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { readError } from './read-error.ts';

/** The error of a call whose input the contract refuses. */
function refused(schema: z.ZodType, input: unknown): ORPCError<string, unknown> {
  return new ORPCError('BAD_REQUEST', { data: { issues: schema.safeParse(input).error?.issues } });
}

it.each([
  ['a field', z.object({ search: z.string().max(200) }), { search: 'a'.repeat(201) }, '200'],
  [
    'one of several shapes',
    z.array(z.union([z.string().max(4000), z.number()])),
    ['a'.repeat(4001)],
    '4,000',
  ],
])('says how long a text may be that is too long for %s', (_where, schema, input, limit) => {
  expect(readError(refused(schema, input))).toMatchObject({
    kind: 'invalid-input',
    message: `This text is too long. It can have up to ${limit} characters.`,
  });
});

it('calls any other refused input a fault of Gesso', () => {
  expect(readError(refused(z.string(), 5)).kind).toBe('unexpected');
});
