import type { LanguageRun } from '../../../../../shared/contract/language.ts';

/** @param choice the answer in the document @param hasText something has arrived */
export function endWords(
  run: Pick<LanguageRun, 'state' | 'finishReasons' | 'pieces'>,
  choice: number,
  hasText = run.pieces > 0,
): { readonly words: string; readonly canContinue: boolean } {
  const reason = run.finishReasons[choice];
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
      if (reason === 'length')
        return { words: 'The answer reached the token limit.', canContinue: true };
      if (reason === null || reason === undefined || reason === 'stop') {
        return { words: hasText ? 'Done.' : 'The answer is empty.', canContinue: false };
      }
      return { words: `The service ended it: ${reason}.`, canContinue: hasText };
  }
}

/** Returns a word or two for answers side by side; '' for a complete one. */
export function shortEnd(reason: string | null | undefined): string {
  if (reason === null || reason === undefined || reason === 'stop') return '';
  return reason === 'length' ? 'cut off' : reason;
}
