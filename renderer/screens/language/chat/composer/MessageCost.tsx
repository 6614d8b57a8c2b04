import { Button, Flex, Text } from '@mantine/core';
import { formatCost } from '../../answers/answer-words.ts';
import { useChatSession } from '../session/index.ts';
import { ContextSize } from '../../request/ContextSize.tsx';
import shared from '../../../../core/ui/shared.module.css';
import type { Next } from './use-next.ts';
import { formatNumber } from '../../../../core/ui/format.ts';

export function MessageCost({ next }: { readonly next: Next }) {
  const session = useChatSession();
  const { meter, withoutPictures } = next;
  if (meter === undefined) return <Flex flex={1} />;
  const { tokens, isEstimate, limit, share, over, drop } = meter;
  const size = limit === undefined ? '' : ` of ${formatNumber(limit)}`;
  const words = [
    `${isEstimate ? '≈ ' : ''}${formatNumber(tokens)}${size} tokens`,
    ...describeCost(next),
  ].join(', ');
  return (
    <Flex
      flex={1}
      wrap="wrap"
      rowGap="2xs"
      columnGap="xs"
      align="center"
      justify="flex-end"
      miw={0}
      className={shared['numbers'] ?? ''}
    >
      <ContextSize
        share={share}
        isOver={over > 0}
        hint={`${isEstimate ? 'Estimated' : 'Exact'} size of the next request${
          limit === undefined ? '' : ', and the context of the model'
        }. The answer’s length adds to it.`}
        words={words}
      />
      {over > 0 && (
        <>
          <Text span size="xs" c="var(--mantine-color-error)">
            Too long by about {formatNumber(over)} tokens
            {drop.length === 0 && ': shorten the message'}.
          </Text>
          {drop.length > 0 && (
            <Button size="compact-xs" onClick={() => session.store.setState({ leaveOut: drop })}>
              Leave out the oldest {drop.length}
            </Button>
          )}
        </>
      )}
      {withoutPictures.length > 0 && (
        <Text span size="xs" c="var(--mantine-color-error)">
          {withoutPictures.map(({ title }) => title).join(', ')}{' '}
          {withoutPictures.length === 1
            ? 'is not marked as taking pictures. Mark it'
            : 'are not marked as taking pictures. Mark them'}{' '}
          in the list of models, or remove the pictures.
        </Text>
      )}
    </Flex>
  );
}

/** Returns nothing in practice, where all is free. */
function describeCost({ cost, isPractice, models }: Next): readonly string[] {
  if (isPractice) return [];
  if (cost === undefined) return ['cost unknown'];
  const many = models.length > 1 ? ` for ${models.length} models` : '';
  if (cost.most === undefined) return [`${formatCost(cost.least)} + answer${many}`];
  return [`${formatCost(cost.least)} to ${formatCost(cost.most)}${many}`];
}
