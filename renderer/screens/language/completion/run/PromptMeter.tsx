/** The size of the next request in the model's context, and its cost. */
import { ContextBar } from '../../request/ContextBar.tsx';
import classes from '../Completion.module.css';
import { costWords } from './cost-words.ts';
import { usePromptMeter } from './use-prompt-meter.ts';
import { formatNumber } from '../../../../base/ui/format.ts';

export function PromptMeter() {
  const meter = usePromptMeter();
  if (meter === undefined) return null;
  const { tokens, isEstimate, limit, over, share, cost, answers, isPractice } = meter;
  return (
    <div className={classes['meter']} role="status">
      <ContextBar
        share={share}
        isOver={over > 0}
        hint={
          limit === undefined
            ? 'The model’s context size is unknown.'
            : `Prompt and longest answer, of ${formatNumber(limit)} tokens of context.`
        }
        words={`${isEstimate ? '≈ ' : ''}${formatNumber(tokens)} tokens · ${costWords(
          cost,
          answers,
          isPractice,
        )}${over > 0 ? ` · too long by about ${formatNumber(over)}: shorten the text` : ''}`}
      />
    </div>
  );
}
