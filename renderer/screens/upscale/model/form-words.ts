import type { UpscaleForm } from '../../../../shared/contract/upscale-form.ts';
import { differencesInWords } from '../../../../shared/parameters/parameter-table.ts';
import { UPSCALE_PARAMETERS } from '../../../../shared/parameters/upscale-parameters.ts';
import { count } from '../../../core/ui/format.ts';

export function describeRestoration(form: UpscaleForm): string {
  const names = ['gfpganVisibility', 'codeformerVisibility'] as const;
  return differencesInWords(UPSCALE_PARAMETERS, names, form) || 'Off';
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
