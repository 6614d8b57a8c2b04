/** The size of the next request in the model's context, and its cost. */
import { Progress, Text, Tooltip } from '@mantine/core';
import { count } from '../../../../ui/format.ts';
import { formatCost } from '../../chat/model/answer-words.ts';
import classes from '../Completion.module.css';
import { usePromptMeter, type PromptMeterState } from './use-prompt-meter.ts';

export function PromptMeter() {
  const meter = usePromptMeter();
  if (meter === undefined) return null;
  const { tokens, isEstimate, limit, over, share } = meter;
  return (
    <div className={classes['meter']}>
      {share !== undefined && (
        <Progress
          className={classes['meterBar'] ?? ''}
          size="sm"
          value={Math.min(100, share * 100)}
          color={share > 1 ? 'red' : share > 0.8 ? 'orange' : 'gray'}
          aria-label="Context in use"
        />
      )}
      <Tooltip
        multiline
        w={280}
        label={
          limit === undefined
            ? 'The model’s context size is unknown.'
            : `Prompt and longest answer, of ${limit.toLocaleString('en')} tokens of context.`
        }
      >
        <Text span size="xs" c={over > 0 ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
          {isEstimate ? '≈ ' : ''}
          {tokens.toLocaleString('en')} tokens · {costWords(meter)}
          {over > 0 && ` · too long by about ${over.toLocaleString('en')}: shorten the text`}
        </Text>
      </Tooltip>
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
