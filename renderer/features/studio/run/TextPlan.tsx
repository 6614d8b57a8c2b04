/** How text would be removed, and what of the photo would be sent. */
import { Button, SegmentedControl, Text } from '@mantine/core';
import type { RemoveTextMode } from '../../../../shared/contract/cleanup.ts';
import { TEXT_TILES } from '../../../../shared/geometry/text-tiles.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { formatMegapixels } from '../../../ui/format.ts';
import { useStudio } from '../session/studio-store.ts';
import { addTextBoxInTheMiddle } from './add-text-box.ts';
import { focusBox } from './AdjustableBox.tsx';
import { textBoxId } from './box-ids.ts';
import { BoxList } from './BoxList.tsx';
import { pixelsOf } from './box-plan.ts';
import { chooseTextMode } from './choose-operation.ts';
import { callsText, isStored } from './run-offer.ts';
import { textBoxesOf, useRun } from './run-store.ts';
import { lossOfSharpness, planText, type TextPlan as Plan } from './text-plan.ts';

const MODE_LABELS: Readonly<Record<RemoveTextMode, string>> = {
  whole: 'Whole photo',
  boxes: 'Boxes',
  reduced: 'Reduce picture',
};

export function TextPlan() {
  const photo = useStudio((state) => (state.status === 'ready' ? state.photo : undefined));
  if (photo === undefined) {
    return (
      <Text size="sm" c="dimmed">
        Removes printed text from a photo; nothing has to be painted.
      </Text>
    );
  }
  return <PlanOfPhoto photo={photo} />;
}

function PlanOfPhoto({ photo }: { readonly photo: Photo }) {
  const core = useStudio((state) => state.session?.core);
  const boxes = useRun((state) => textBoxesOf(state, photo.id));
  const wanted = useRun((state) => state.textMode);
  const calls = useRun((state) => state.calls);
  const plan = planText(photo, boxes, wanted);
  return (
    <>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="What of the photo is sent"
        data={plan.modes.map((value) => ({ value, label: MODE_LABELS[value] }))}
        value={plan.mode}
        onChange={(mode) => chooseTextMode(core, mode)}
      />
      <Text size="sm" c="dimmed">
        {describe(plan, photo)}
      </Text>
      {plan.mode === 'boxes' && (
        <Button variant="default" onClick={addTextBoxInTheMiddle}>
          Add a box
        </Button>
      )}
      {plan.mode === 'boxes' && boxes.length > 0 && (
        <BoxList
          label="Boxes around text"
          boxes={boxes.map((rect, index) => {
            const tiles = plan.tiles.filter(({ box }) => box === index).length;
            return {
              name: `Text ${index + 1}`,
              rect,
              note:
                tiles > 0 ? callsText(tiles) : isStored(calls, rect) ? 'paid before' : undefined,
              onChoose: () => focusBox(textBoxId(index)),
            };
          })}
        />
      )}
    </>
  );
}

function describe({ mode, regions, reduced }: Plan, photo: Photo): string {
  const { width, height } = photo;
  if (reduced !== undefined) {
    const loss = lossOfSharpness(photo, reduced).toFixed(1);
    return `Sends the whole picture in 1 call, made smaller: ${width} × ${height} px becomes ${reduced.width} × ${reduced.height}. Where text goes, what replaces it is enlarged ${loss} times again and looks that much softer; small text may not be found. The rest of the photo stays as it is.`;
  }
  if (mode === 'whole') {
    return `Sends the whole photo (${width} × ${height} px) in 1 call. Only what really changes is laid over it.`;
  }
  if (regions.length === 0) {
    const limit = `${TEXT_TILES.maxWidth} × ${TEXT_TILES.maxHeight}`;
    return `Draw a box around each text with the text box tool (T). A box is sent at full sharpness; one of more than ${limit} px goes in several calls.`;
  }
  const size = formatMegapixels(pixelsOf(regions), 1);
  return `Sends ${size} in ${callsText(regions.length)}, at full sharpness. Only what really changes is laid over the photo.`;
}
