/** Below the picture: the picture as it is sent, and the size of the clip. */
import { Button, Text } from '@mantine/core';
import { describeFrame } from '../model/frame-words.ts';
import { useVideo, useVideoSession } from '../session/index.ts';
import type { PhotoFramePlan } from './use-frame-plan.ts';

export function FrameFacts({ plan }: { readonly plan: PhotoFramePlan }) {
  const session = useVideoSession();
  const isAskedFor = useVideo((state) => state.maxSide !== undefined);
  const isMoved = plan.part.width < plan.photo.width || plan.part.height < plan.photo.height;
  return (
    <Text size="xs" role="status">
      {describeFrame(plan)}{' '}
      {isMoved && (
        <>
          The frame was moved to keep the faces or the main object in.{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => session.centreFrame()}>
            Centre it
          </Button>
        </>
      )}
      {isAskedFor && plan.preparation.padding === undefined && (
        <Button variant="subtle" size="compact-xs" onClick={() => session.sendWhole()}>
          Don’t reduce
        </Button>
      )}
    </Text>
  );
}
