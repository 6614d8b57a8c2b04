/** Below the picture: what becomes of it, its problem, and the size of the clip. */
import { Button, Group, Text } from '@mantine/core';
import { LIMITS } from '../../../../shared/api/limits.ts';
import { problemOfPicture } from '../../../pictures/wells/index.ts';
import { useVideo, useVideoSession } from '../session/index.ts';
import { describeFrame } from '../model/frame-words.ts';
import type { PhotoFramePlan } from './use-frame-plan.ts';

export function FrameFacts({ plan }: { readonly plan: PhotoFramePlan }) {
  const session = useVideoSession();
  const maxSide = useVideo((state) => state.maxSide);
  const problem = problemOfPicture(plan.sent.size, LIMITS.video);
  if (problem !== undefined) {
    return (
      <Group gap="xs" role="alert" justify="space-between" wrap="nowrap">
        <Text size="xs">{problem.message}</Text>
        <Button variant="default" flex="none" onClick={() => session.reduceTo(problem.maxSide)}>
          Reduce to {problem.maxSide} px
        </Button>
      </Group>
    );
  }
  return (
    <Text size="xs" role="status">
      {describeFrame(plan)}{' '}
      {maxSide !== undefined && plan.preparation.padding === undefined && (
        <Button variant="subtle" size="compact-xs" onClick={() => session.reduceTo(undefined)}>
          Don’t reduce
        </Button>
      )}
    </Text>
  );
}
