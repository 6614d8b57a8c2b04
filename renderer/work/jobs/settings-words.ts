/** The settings of a task in a few words: what tells it from others of the same picture. Pure. */
import { tellingSettings } from '../../../shared/api/video.ts';
import type { Job } from '../../../shared/contract/jobs.ts';

/** "SVD-XT, motion 127, seed 42", "R-ESRGAN 4x+, 2×"; empty for kinds without settings. */
export function settingsInWords({ brief, seed }: Pick<Job, 'brief' | 'seed'>): string {
  if (brief.kind === 'video') {
    const telling = tellingSettings(brief.parameters, seed);
    return [brief.parameters.model, ...telling.map((each) => each.join(' '))].join(', ');
  }
  if (brief.kind === 'upscale') {
    const { upscaler, size } = brief.parameters;
    const target = size.mode === 'factor' ? `${size.factor}×` : `${size.width} × ${size.height} px`;
    return `${upscaler}, ${target}`;
  }
  return '';
}
