/** The part of a request that lists contain; `jobs.details` has all. */
import { z } from 'zod';
import {
  cleanupRequestSchema,
  mergeFaceRequestSchema,
  removeTextRequestSchema,
  trainingUploadRequestSchema,
  upscaleRequestSchema,
  videoRequestSchema,
  watchRequestSchema,
  type JobRequest,
} from './job-requests.ts';

export const jobBriefSchema = z.discriminatedUnion('kind', [
  cleanupRequestSchema.pick({ kind: true, isOwnMask: true }),
  // The window removes the boxes from the photo and restores them.
  removeTextRequestSchema.pick({ kind: true, result: true, core: true, boxes: true }),
  mergeFaceRequestSchema,
  upscaleRequestSchema,
  z.strictObject({
    kind: z.literal('video'),
    picture: videoRequestSchema.shape.picture,
    preparation: videoRequestSchema.shape.preparation,
    parameters: videoRequestSchema.shape.parameters.omit({ webhook: true, enterprisePlan: true }),
  }),
  trainingUploadRequestSchema.pick({ kind: true }),
  watchRequestSchema.pick({ kind: true, family: true }),
]);
export type JobBrief = z.infer<typeof jobBriefSchema>;

export function briefOf(request: JobRequest): JobBrief {
  switch (request.kind) {
    case 'cleanup': {
      const { kind, isOwnMask } = request;
      return { kind, isOwnMask };
    }
    case 'remove-text': {
      const { kind, result, core, boxes } = request;
      return { kind, result, core, boxes };
    }
    case 'merge-face':
      return request;
    case 'upscale':
      return request;
    case 'video': {
      const { webhook: _webhook, enterprisePlan: _plan, ...parameters } = request.parameters;
      const { kind, picture, preparation } = request;
      return { kind, picture, preparation, parameters };
    }
    case 'training-upload':
      return { kind: request.kind };
    case 'watch':
      return { kind: request.kind, family: request.family };
  }
}
