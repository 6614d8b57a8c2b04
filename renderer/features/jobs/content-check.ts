/** The service's check of a picture's content, in words. */
import type { LastAnswer } from '../../../shared/contract/jobs.ts';

/**
 * "File 1: valid, confidence 12 %". The specification does not explain `valid`, so its word is
 * used.
 */
export function checkInWords(check: LastAnswer['contentChecks'][number], index: number): string {
  const { valid, confidence } = check;
  const facts = [
    ...(valid === undefined ? [] : [valid ? 'valid' : 'not valid']),
    ...(confidence === undefined ? [] : [`confidence ${confidence} %`]),
  ];
  return `File ${index + 1}: ${facts.length === 0 ? 'checked' : facts.join(', ')}`;
}
