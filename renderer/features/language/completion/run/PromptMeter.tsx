/** The size of the next request in the model's context, and its cost. */
import { Progress, Text, Tooltip } from '@mantine/core';
import { formatCost } from '../../chat/model/answer-words.ts';
import classes from '../Completion.module.css';
import { usePromptMeter } from './use-prompt-meter.ts';

export function PromptMeter() {
  const meter = usePromptMeter();
  if (meter === undefined) return null;
  const { tokens, isEstimate, limit, over, share, cost } = meter;
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
          {tokens.toLocaleString('en')} tokens · {costWords(cost, meter.isPractice)}
          {over > 0 && ` · too long by about ${over.toLocaleString('en')}: shorten the text`}
        </Text>
      </Tooltip>
    </div>
  );
}

function costWords(
  cost: { readonly least: number | undefined; readonly most: number | undefined },
  isPractice: boolean,
): string {
  if (isPractice) return 'free';
  if (cost.least === undefined) return 'cost unknown';
  if (cost.most === undefined) return `${formatCost(cost.least)} + answer`;
  return `${formatCost(cost.least)} to ${formatCost(cost.most)}`;
}
