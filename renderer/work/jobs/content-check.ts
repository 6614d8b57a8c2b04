/** The service's check of a picture's content, in words. */
import type { LastAnswer } from '../../../shared/contract/jobs.ts';

/** "File 1: valid true, 12 %". The specification does not explain `valid`, so it is repeated as sent. */
export function checkInWords(check: LastAnswer['contentChecks'][number], index: number): string {
  const { valid, confidence } = check;
  const facts = [
    ...(valid === undefined ? [] : [`valid ${String(valid)}`]),
    ...(confidence === undefined ? [] : [`${confidence} %`]),
  ];
  return `File ${index + 1}: ${facts.length === 0 ? 'checked' : facts.join(', ')}`;
}
