import type { TokenUsage } from '../../../../shared/api/language-answer.ts';
import type { LanguageEnd, LanguageEvent } from './language-events.ts';

export function createStreamNotes() {
  let texts = 0;
  let characters = 0;
  let unreadable = 0;
  let usage: TokenUsage | undefined;
  let endedBy: LanguageEnd['by'] | undefined;
  const reasons: string[] = [];
  return {
    add(events: readonly LanguageEvent[]): void {
      for (const event of events) {
        switch (event.is) {
          case 'text':
          case 'thoughts':
            texts += event.pieces;
            characters += event.text.length;
            break;
          case 'finish':
            if (reasons.length < 10) reasons.push(event.reason);
            break;
          case 'usage':
            usage = event.usage;
            break;
          case 'unreadable':
            unreadable += 1;
            break;
          case 'origin':
          case 'waiting':
        }
      }
    },
    ended: ({ by }: LanguageEnd) => void (endedBy = by),
    /** As JSON, to be outlined. */
    outline: () => ({
      stream: true,
      ...(endedBy === undefined ? {} : { ended_by: endedBy }),
      texts,
      characters,
      ...(unreadable === 0 ? {} : { unreadable }),
      choices: reasons.map((reason) => ({ finish_reason: reason })),
      ...(usage === undefined
        ? {}
        : {
            usage: {
              prompt_tokens: usage.promptTokens,
              completion_tokens: usage.completionTokens,
              total_tokens: usage.totalTokens,
            },
          }),
    }),
  };
}
