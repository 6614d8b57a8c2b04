import { Text } from '@mantine/core';
import { memo } from 'react';

/**
 * @param props.share of the context, 1 = full; missing if its size is unknown
 * @param props.isOver the request does not fit
 */
export const ContextSize = memo(function ContextSize(props: {
  readonly share: number | undefined;
  readonly isOver: boolean;
  readonly hint: string;
  readonly words: string;
}) {
  const { share, isOver, hint, words } = props;
  const color = isOver
    ? 'var(--gesso-negative)'
    : share !== undefined && share > 0.8
      ? 'var(--gesso-notice)'
      : 'dimmed';
  const meter =
    share === undefined
      ? {}
      : {
          role: 'meter',
          'aria-label': 'Context in use',
          'aria-valuenow': Math.min(100, Math.round(share * 100)),
          'aria-valuetext': words,
        };
  return (
    <Text data-tip={hint} span size="xs" c={color} {...meter}>
      {words}
    </Text>
  );
});
