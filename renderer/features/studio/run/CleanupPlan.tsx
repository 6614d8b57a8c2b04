/** What a clean-up would send, box by box. */
import { Button, Text } from '@mantine/core';
import { formatMegapixels } from '../../../ui/format.ts';
import { useStudio } from '../session/studio-store.ts';
import { useCanvas } from '../use-canvas.ts';
import { focusBox } from './AdjustableBox.tsx';
import { cleanupBoxId } from './box-ids.ts';
import { BoxList } from './BoxList.tsx';
import { pixelsOf, usedBoxes } from './box-plan.ts';
import { callsText, isStored } from './run-offer.ts';
import { useRun } from './run-store.ts';

export function CleanupPlan() {
  const plan = useRun((state) => state.boxPlan);
  const calls = useRun((state) => state.calls);
  const isReady = useStudio((state) => state.status === 'ready');
  const hasMask = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  const used = usedBoxes(plan);
  if (!hasMask || !isReady || plan.boxes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Paint over what should go. What is around it fills the gap; the rest of the photo is not
        touched.
      </Text>
    );
  }
  const useOwn = () => useRun.getState().edits?.setCleanupBoxes(undefined, 'laying the boxes');
  return (
    <>
      <Text size="sm" c="dimmed">
        {describePlan(used)}
      </Text>
      {plan.boxes.length > 1 && (
        <BoxList
          label="Boxes that will be sent"
          boxes={plan.boxes.map(({ rect, isUsed }, index) => ({
            name: `Box ${index + 1}`,
            rect,
            note: isUsed ? (isStored(calls, rect) ? 'paid before' : undefined) : 'not sent',
            onChoose: () => focusBox(cleanupBoxId(index)),
          }))}
        />
      )}
      {plan.leftOut !== undefined && (
        <Text size="sm" role="status">
          What was painted since lies outside of the boxes as they were, so Gesso has laid them
          anew.
        </Text>
      )}
      {plan.isByHand && (
        <Button variant="subtle" color="gray" onClick={useOwn}>
          Back to Gesso’s own boxes
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
  return `Sends ${used.length} parts (${formatMegapixels(pixels, 1)}) in ${callsText(used.length)}.`;
}
