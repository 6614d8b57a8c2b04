import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import { count } from '../../../core/ui/format.ts';

export function describeRestoration({
  gfpganVisibility,
  codeformerVisibility,
}: UpscaleForm): string {
  const parts = [
    ...(gfpganVisibility === null ? [] : [`GFPGAN ${gfpganVisibility}`]),
    ...(codeformerVisibility === null ? [] : [`CodeFormer ${codeformerVisibility}`]),
  ];
  return parts.length === 0 ? 'Off' : parts.join(', ');
}

const UNITS = [
  { seconds: 86_400, noun: 'day' },
  { seconds: 3600, noun: 'hour' },
  { seconds: 60, noun: 'minute' },
] as const;

export function describeExpiry({ resultTtlSeconds: seconds }: UpscaleForm): string {
  if (seconds === null) return 'Expiry: auto';
  const unit = UNITS.find((each) => seconds % each.seconds === 0 && seconds > 0);
  return `Expires in ${unit === undefined ? `${seconds} s` : count(seconds / unit.seconds, unit.noun)}`;
}
