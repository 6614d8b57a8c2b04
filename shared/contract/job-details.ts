/** Everything about one job that a list does not carry; asked for when it is looked at. */
import { z } from 'zod';
import { timestampSchema } from './common.ts';
import { jobRequestSchema } from './job-requests.ts';
import { jobStateSchema } from './job-states.ts';

/** The content check's word on one picture. */
export const contentCheckSchema = z.strictObject({
  valid: z.boolean().optional(),
  /** A score as sent; the specification does not explain it. */
  confidence: z.number().optional(),
});

/** The service's last answer about a task. */
export const lastAnswerSchema = z.strictObject({
  at: timestampSchema,
  /** The whole answer as text, without credentials, signatures and pictures in base64. */
  text: z.string(),
  /** As sent: `IMG_TO_VIDEO` … */
  taskType: z.string().optional(),
  status: z.string(),
  /** Free text of the service (`info`). */
  info: z.string().optional(),
  /** `submit_time` and its relatives, or those of `debug_info`, as the service names them. */
  times: z.array(z.strictObject({ name: z.string(), value: z.string() })).readonly(),
  /** One for each file, in their order; empty where no check ran. */
  contentChecks: z.array(contentCheckSchema).readonly(),
});

export const jobDetailsSchema = z.strictObject({
  request: jobRequestSchema,
  /** Every state with the moment of its beginning, oldest first. */
  timeline: z.array(z.strictObject({ state: jobStateSchema, at: timestampSchema })).readonly(),
  /** Missing where nothing was asked: the kind has no task, or it has not been submitted. */
  lastAnswer: lastAnswerSchema.optional(),
  /** Addresses of pictures of the work so far, the newest last. */
  previews: z.array(z.string()).readonly(),
  /** Where files of it were saved by the user: names without folders, by output. */
  saved: z.array(z.strictObject({ output: z.int(), name: z.string() })).readonly(),
});

export type JobDetails = z.infer<typeof jobDetailsSchema>;
export type LastAnswer = z.infer<typeof lastAnswerSchema>;
