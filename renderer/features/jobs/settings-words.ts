/** The settings that distinguish a task from others of the same picture, in a few words. */
import { tellingSettings } from '../../../shared/api/video.ts';
import type { Job } from '../../../shared/contract/jobs.ts';

/**
 * Such as "SVD-XT, motion 127, seed 42", "R-ESRGAN 4x+, 2×" or the size of what was cleaned up; empty
 * for kinds without settings.
 */
export function settingsInWords({
  brief,
  seed,
  subject,
}: Pick<Job, 'brief' | 'seed' | 'subject'>): string {
  if (brief.kind === 'video') {
    const telling = tellingSettings(brief.parameters, seed);
    return [brief.parameters.model, ...telling.map((each) => each.join(' '))].join(', ');
  }
  if (brief.kind === 'upscale') {
    const { upscaler, size } = brief.parameters;
    const target = size.mode === 'factor' ? `${size.factor}×` : `${size.width} × ${size.height} px`;
    return `${upscaler}, ${target}`;
  }
  if (brief.kind === 'cleanup' && subject !== undefined) {
    return `${subject.region.width} × ${subject.region.height} px`;
  }
  return '';
}
