/** Imports conversations as a window does, and waits for the report. */
import type { RouterClient } from '@orpc/server';
import type { z } from 'zod';
import type { fileSchema } from '../../shared/contract/common.ts';
import type { ImportReport, ImportStep } from '../../shared/contract/conversations.ts';
import type { Router } from '../backend/api/router/router.ts';

/** @param step hears of each step @throws what the import throws */
export async function importFile(
  conversations: RouterClient<Router>['conversations'],
  input: { readonly file: z.input<typeof fileSchema> },
  options: { readonly signal?: AbortSignal } = {},
  step: (step: ImportStep) => void = () => undefined,
): Promise<ImportReport> {
  for await (const each of await conversations.import(input, options)) {
    step(each);
    if (each.kind === 'report') return each.report;
  }
  throw new Error('The import ended without a report.');
}
