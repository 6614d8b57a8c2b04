/** How full a model's context will be, beside the size of the next request and its cost. */
import { Progress, Text, Tooltip } from '@mantine/core';
import { memo } from 'react';
import classes from './Request.module.css';

/**
 * @param props.share of the context, 1 = full; missing where its size is unknown
 * @param props.isOver the request does not fit
 * @param props.hint of the size
 * @param props.words the size and the cost
 */
export const ContextBar = memo(function ContextBar(props: {
  readonly share: number | undefined;
  readonly isOver: boolean;
  readonly hint: string;
  readonly words: string;
}) {
  const { share, isOver, hint, words } = props;
  return (
    <>
      {share !== undefined && (
        <Progress
          className={classes['share'] ?? ''}
          size="sm"
          value={Math.min(100, share * 100)}
          color={share > 1 ? 'red' : share > 0.8 ? 'orange' : 'gray'}
          aria-label="Context in use"
        />
      )}
      <Tooltip multiline w={280} label={hint}>
        <Text span size="xs" c={isOver ? 'var(--mantine-color-error)' : 'dimmed'}>
          {words}
        </Text>
      </Tooltip>
    </>
  );
});
