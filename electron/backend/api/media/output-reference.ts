import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';

/** @param id `<job>.<output>` @throws AppError `invalid-input` */
export function referenceIn(id: string): OutputReference {
  const [, jobId = '', output = ''] = /^([\w-]{1,64})\.(\d{1,6})$/u.exec(id) ?? [];
  if (jobId === '') {
    throw new AppError({ kind: 'invalid-input', message: 'The address does not name a file.' });
  }
  return { jobId, output: Number(output) };
}
