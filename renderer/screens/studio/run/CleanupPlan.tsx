/** The plan of a clean-up, box by box. */
import { Button, Text } from '@mantine/core';
import { count, formatMegapixels } from '../../../base/ui/format.ts';
import { focusBox } from './AdjustableBox.tsx';
import { cleanupBoxId } from './box-ids.ts';
import { BoxList } from './BoxList.tsx';
import { pixelsOf, usedBoxes } from '../model/box-plan.ts';
import { isStored } from './run-offer.ts';
import { useCanvas, useNextRun, useRun, useStudio, useStudioSession } from '../session/index.ts';

export function CleanupPlan() {
  const session = useStudioSession();
  const plan = useNextRun().cleanup;
  const calls = useRun((state) => state.calls);
  const isReady = useStudio((state) => state.status === 'ready');
  const hasMask = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  const used = usedBoxes(plan);
  if (!hasMask || !isReady || plan.boxes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Paint over anything you want to remove. The surroundings fill the gap; the rest of the photo
        doesn’t change.
      </Text>
    );
  }
  const useOwn = () => session?.plan.setCleanupBoxes(undefined, 'reset boxes');
  return (
    <>
      <Text size="sm" c="dimmed">
        {describePlan(used)}
      </Text>
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
        <Text size="sm" role="status">
          You painted outside your boxes, so Gesso placed new ones.
        </Text>
      )}
      {plan.isByHand && (
        <Button variant="subtle" color="gray" onClick={useOwn}>
          Reset boxes
        </Button>
      )}
    </>
  );
}

function describePlan(
  used: readonly { readonly width: number; readonly height: number }[],
): string {
  const [only] = used;
  if (only !== undefined && used.length === 1) {
    const { width, height } = only;
    return `Sends ${width} × ${height} px (${formatMegapixels(width, height)}) in 1 call.`;
  }
  const pixels = pixelsOf(used.map((size) => ({ x: 0, y: 0, ...size })));
  return `Sends ${used.length} parts (${formatMegapixels(pixels, 1)}) in ${count(used.length, 'call')}.`;
}
