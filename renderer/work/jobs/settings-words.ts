/** The settings of a task in a few words: what tells it from others of the same picture. Pure. */
import type { Job } from '../../../shared/contract/jobs.ts';

/** "SVD-XT · motion 127 · seed 42", "R-ESRGAN 4x+ · 2×"; empty for kinds without settings. */
export function settingsInWords({ brief, seed }: Pick<Job, 'brief' | 'seed'>): string {
  if (brief.kind === 'video') {
    const { model, motionBucketId, condAug, seed: asked } = brief.parameters;
    const used = seed ?? (asked === '-1' ? undefined : asked);
    return [
      model,
      ...(motionBucketId === undefined ? [] : [`motion ${motionBucketId}`]),
      ...(condAug === undefined ? [] : [`noise ${condAug}`]),
      ...(used === undefined ? [] : [`seed ${used}`]),
    ].join(' · ');
  }
  if (brief.kind === 'upscale') {
    const { upscaler, size } = brief.parameters;
    const target = size.mode === 'factor' ? `${size.factor}×` : `${size.width} × ${size.height} px`;
    return `${upscaler} · ${target}`;
  }
  return '';
}
