import { z } from 'zod';
import { COMPLETION_PARAMETERS, type RangedField } from '../parameters/chat-parameters.ts';
import { looseShape } from '../parameters/parameter-schemas.ts';

const RANGED_FIELDS = [...Object.keys(COMPLETION_PARAMETERS), 'stop', 'logitBias'] as RangedField[];

/** Besides the numbers of `shared/parameters/chat-parameters.ts`. */
export const parameterShape = {
  stop: z.array(z.string().max(10_000)).max(100).optional(),
  logitBias: z.record(z.string().max(20), z.number()).optional(),
  /** Unset is true unless `bestOf` is set. */
  stream: z.boolean().optional(),
  /** False: a streamed answer is requested without usage. Unset is true. */
  usageInStream: z.boolean().optional(),
  /** Fields that are sent although they are out of range. */
  anyway: z.array(z.enum(RANGED_FIELDS)).max(RANGED_FIELDS.length).readonly().optional(),
};

export const languageParametersSchema = z.strictObject({
  ...looseShape(COMPLETION_PARAMETERS),
  ...parameterShape,
});
