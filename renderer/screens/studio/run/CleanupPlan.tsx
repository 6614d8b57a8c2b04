import { Button, Text } from '@mantine/core';
import { focusBox } from './AdjustableBox.tsx';
import { cleanupBoxId } from './box-ids.ts';
import { BoxList } from './BoxList.tsx';
import { isStored } from './run-offer.ts';
import { useCanvas, useNextRun, useRun, useStudio, useStudioSession } from '../session/index.ts';

export function CleanupPlan() {
  const session = useStudioSession();
  const plan = useNextRun().cleanup;
  const calls = useRun((state) => state.calls);
  const isReady = useStudio((state) => state.status === 'ready');
  const hasMask = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  if (!hasMask || !isReady || plan.boxes.length === 0) return null;
  const useOwn = () => session?.plan.setCleanupBoxes(undefined, 'reset boxes');
  return (
    <>
      {plan.boxes.length > 1 && (
        <BoxList
          label="Boxes to send"
          boxes={plan.boxes.map(({ rect, isUsed }, index) => ({
            name: `Box ${index + 1}`,
            rect,
            note: isUsed ? (isStored(calls, rect) ? 'saved result' : undefined) : 'not sent',
            onChoose: () => focusBox(cleanupBoxId(index)),
          }))}
        />
      )}
      {plan.leftOut !== undefined && (
        <Text size="xs" role="status">
          You painted outside your boxes, so Gesso placed new ones.
        </Text>
      )}
      {plan.isByHand && <Button onClick={useOwn}>Reset boxes</Button>}
    </>
  );
}
