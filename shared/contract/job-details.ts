import { z } from 'zod';
import { timestampSchema } from './common.ts';
import { jobRequestSchema } from './job-requests.ts';
import { jobStateSchema } from './job-states.ts';

const jobContentCheckSchema = z.strictObject({
  valid: z.boolean().optional(),
  /** A score as sent; the specification doesn't explain it. */
  confidence: z.number().optional(),
});

const lastAnswerSchema = z.strictObject({
  at: timestampSchema,
  /** The whole answer as text, without credentials, signatures and base64 pictures. */
  text: z.string(),
  taskType: z.string().optional(),
  status: z.string(),
  /** Free text of the service (`info`). */
  info: z.string().optional(),
  /** `submit_time` and similar, also from `debug_info`, with the service's names. */
  times: z.array(z.strictObject({ name: z.string(), value: z.string() })).readonly(),
  /** One per file in their order; empty if no check ran. */
  contentChecks: z.array(jobContentCheckSchema).readonly(),
});

export const jobDetailsSchema = z.strictObject({
  request: jobRequestSchema,
  timeline: z.array(z.strictObject({ state: jobStateSchema, at: timestampSchema })).readonly(),
  /** Missing if nothing was asked: the kind has no task, or it was not submitted. */
  lastAnswer: lastAnswerSchema.optional(),
  previews: z.array(z.string()).readonly(),
  /** Files that the user saved: output number and file name without folder. */
  saved: z.array(z.strictObject({ output: z.int(), name: z.string() })).readonly(),
});

export type JobDetails = z.infer<typeof jobDetailsSchema>;
export type LastAnswer = z.infer<typeof lastAnswerSchema>;
