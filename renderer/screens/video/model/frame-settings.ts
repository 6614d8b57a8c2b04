import { z } from 'zod';
import { videoRequestSchema } from '../../../../shared/contract/job-requests.ts';
import { FRAME_SETTINGS_KEY, textOfPng } from '../../../viewer/clips/png-text.ts';
import type { VideoJobInput } from './form.ts';
import { parseJson } from '../../../../shared/parse-json.ts';

const frameSettingsSchema = z.object({
  request: videoRequestSchema,
  seed: z.string().max(40).optional(),
});

/** @returns `undefined` for any other file */
export function requestInFrame(
  file: Uint8Array,
): { readonly request: VideoJobInput; readonly seed: string | undefined } | undefined {
  const text = textOfPng(file, FRAME_SETTINGS_KEY);
  if (text === undefined) return undefined;
  const parsed = frameSettingsSchema.safeParse(parseJson(text));
  return parsed.success ? { request: parsed.data.request, seed: parsed.data.seed } : undefined;
}
