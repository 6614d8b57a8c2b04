import { z } from 'zod';
import { videoRequestSchema } from '../../../../shared/contract/job-requests.ts';
import { FRAME_SETTINGS_KEY, textOfPng } from '../../../viewer/clips/png-text.ts';
import type { VideoJobInput } from './form.ts';
import { parseJson } from '../../../../shared/parse-json.ts';
import { LIMITS } from '../../../../shared/api/limits.ts';
import { problemOfPicture } from '../../../../shared/api/picture-problem.ts';
import type { FramePlan } from './frame-plan.ts';

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

/** A scale this close to 1 makes no visible difference. */
const UNSCALED = 0.005;

export function describeFrame(plan: FramePlan): string {
  const { expected, cutOff, scale, preparation, sent, part } = plan;
  const { width, height } = expected.output;
  const size = `${sent.size.width} × ${sent.size.height} px`;
  const facts: string[] = [];
  if (preparation.padding !== undefined) {
    facts.push(`Sent whole as ${size}`);
  } else {
    if (sent.size.width < part.width) {
      const longer = Math.max(sent.size.width, sent.size.height);
      const isAtLimit = longer === problemOfPicture(part, LIMITS.video)?.maxSide;
      facts.push(`Sent as ${size}${isAtLimit ? ' (the limit)' : ''}`);
    }
    const percent = Math.round(cutOff * 100);
    if (percent > 0) facts.push(`${percent} % cut off`);
    if (scale > 1 + UNSCALED) facts.push(`enlarged to ${Math.round(scale * 100)} %`);
    if (facts.length === 0) {
      facts.push(scale < 1 - UNSCALED ? 'Whole picture' : 'Whole picture at its own size');
    }
  }
  const origin = expected.isMeasured ? 'like your last ones' : 'expected';
  facts.push(`clip ${width} × ${height} px ${origin}`);
  return facts.join(', ').replace(/^./u, (first) => first.toUpperCase());
}
