/** Why an answer ended, in words, and whether the model can go on. */
import type { LanguageRun } from '../../../../../shared/contract/language.ts';

/** @param choice the answer in the document */
export function endWords(
  run: Pick<LanguageRun, 'state' | 'finishReasons' | 'pieces'>,
  choice: number,
): { readonly words: string; readonly canContinue: boolean } {
  const reason = run.finishReasons[choice];
  const hasText = run.pieces > 0;
  switch (run.state) {
    case 'running':
      return { words: 'Being written.', canContinue: false };
    case 'stopped':
      return { words: 'Stopped.', canContinue: hasText };
    case 'interrupted':
      return { words: 'The answer broke off.', canContinue: hasText };
    case 'failed':
      return { words: 'No answer.', canContinue: false };
    case 'done':
      if (reason === 'length') return { words: 'Reached the longest answer.', canContinue: true };
      if (reason === 'stop') return { words: 'Done.', canContinue: false };
      if (reason === null || reason === undefined) return { words: 'Done.', canContinue: false };
      return { words: `The service ended it: ${reason}.`, canContinue: hasText };
  }
}

/** The same in a word or two, where several answers stand side by side; '' for one that is complete. */
export function shortEnd(reason: string | null | undefined): string {
  if (reason === null || reason === undefined || reason === 'stop') return '';
  return reason === 'length' ? 'cut off' : reason;
}
