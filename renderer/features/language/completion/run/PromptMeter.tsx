/** The size of the next request in the model's context, and its cost. */
import { count } from '../../../../ui/format.ts';
import { formatCost } from '../../chat/model/answer-words.ts';
import { ContextBar } from '../../request/ContextBar.tsx';
import classes from '../Completion.module.css';
import { usePromptMeter, type PromptMeterState } from './use-prompt-meter.ts';

export function PromptMeter() {
  const meter = usePromptMeter();
  if (meter === undefined) return null;
  const { tokens, isEstimate, limit, over, share } = meter;
  return (
    <div className={classes['meter']} role="status">
      <ContextBar
        share={share}
        isOver={over > 0}
        hint={
          limit === undefined
            ? 'The model’s context size is unknown.'
            : `Prompt and longest answer, of ${limit.toLocaleString('en')} tokens of context.`
        }
      >
        {isEstimate ? '≈ ' : ''}
        {tokens.toLocaleString('en')} tokens · {costWords(meter)}
        {over > 0 && ` · too long by about ${over.toLocaleString('en')}: shorten the text`}
      </ContextBar>
    </div>
  );
}

function costWords({ cost, answers, isPractice }: PromptMeterState): string {
  if (isPractice) return answers > 1 ? `${count(answers, 'answer')}, free` : 'free';
  if (cost.least === undefined) return 'cost unknown';
  const many = answers > 1 ? ` for ${count(answers, 'answer')}` : '';
  if (cost.most === undefined) return `${formatCost(cost.least)} + ${count(answers, 'answer')}`;
  return `${formatCost(cost.least)} to ${formatCost(cost.most)}${many}`;
}
