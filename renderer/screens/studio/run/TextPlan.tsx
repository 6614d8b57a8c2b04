import { Box, Button, Checkbox, Group, Select, Text } from '@mantine/core';
import type { RemoveTextMode } from '../../../../shared/contract/cleanup.ts';
import { TEXT_TILES } from '../../../../shared/geometry/text-tiles.ts';
import type { Photo } from '../../../../shared/contract/photos.ts';
import { Row } from '../../../core/ui/Form.tsx';
import { count, formatMegapixels } from '../../../core/ui/format.ts';
import { addTextBoxInTheMiddle } from './add-text-box.ts';
import { focusBox } from './AdjustableBox.tsx';
import { textBoxId } from './box-ids.ts';
import { BOX_LIST, BoxList } from './BoxList.tsx';
import { pixelsOf } from '../model/box-plan.ts';
import { noteOfBox } from './run-offer.ts';
import { type PlannedText as Plan, lossOfSharpness } from '../model/text-plan.ts';
import { boxesOf, openBlocks } from '../model/block-boxes.ts';
import { nextRun } from '../model/next-run.ts';
import { useStudio, useStudioSession } from '../session/index.ts';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import { RUNS } from '../commands/studio-commands.ts';
import { takenTextBoxesOf, textBoxesOf, type TextBlock } from '../model/studio-store.ts';
import shared from '../../../core/ui/shared.module.css';
import { SmallStatus } from '../../../core/ui/variants.ts';

const MODE_LABELS: Readonly<Record<RemoveTextMode, string>> = {
  whole: 'Whole photo',
  boxes: 'Selected areas',
  reduced: 'Whole photo, reduced',
};

export function TextPlan() {
  const photo = useStudio((state) => (state.status === 'ready' ? state.photo : undefined));
  if (photo === undefined) return null;
  return <PlanOfPhoto photo={photo} />;
}

function FindTextButton() {
  const selecting = useStudioSession()?.selecting;
  const isBusy = useStudio((state) => state.selecting.isBusy);
  return (
    <Button loading={isBusy} onClick={() => void selecting?.findText()}>
      Find text
    </Button>
  );
}

function FoundText({ photoId }: { readonly photoId: string }) {
  const selecting = useStudioSession()?.selecting;
  const found = useStudio((state) => state.selecting.text);
  const taken = useStudio((state) => takenTextBoxesOf(state.run, photoId));
  const boxes = useStudio((state) => textBoxesOf(state.run, photoId));
  const blocks = openBlocks(found ?? [], taken);
  if (blocks.length === 0) return null;
  const lookAt = (block: TextBlock | undefined) => () => selecting?.lookAtText(block);
  return (
    <Box component="ul" {...BOX_LIST} className={shared['scroll'] ?? ''} aria-label="Found text">
      {blocks.map((block, index) => {
        const [box] = boxesOf(block, boxes);
        return (
          <Box
            component="li"
            px="xs"
            py="3xs"
            fz="xs"
            lh="xs"
            key={`${block.rect.x} ${block.rect.y}`}
            className={`${shared['press']} ${shared['line']}`}
            onMouseEnter={lookAt(block)}
            onMouseLeave={lookAt(undefined)}
            onFocus={lookAt(block)}
            onBlur={lookAt(undefined)}
          >
            <Checkbox
              label={`Found ${index + 1}: ${count(block.lines.length, 'line')}`}
              checked={box !== undefined}
              onChange={({ currentTarget: { checked } }) => selecting?.tickText(block, checked)}
            />
            {/* its name on the photo */}
            {box !== undefined && (
              <Text span inherit c="dimmed" ml="auto">
                Text {boxes.indexOf(box) + 1}
              </Text>
            )}
          </Box>
        );
      })}
    </Box>
  );
}

function PlanOfPhoto({ photo }: { readonly photo: Photo }) {
  const session = useStudioSession();
  const { text: plan, textBoxes: boxes } = useStudio(nextRun);
  const calls = useStudio((state) => state.run.calls);
  const found = useStudio((state) => state.selecting.text) ?? [];
  const { nameWithKeys } = useKeyNames();
  if (plan === undefined) return null;
  const textTool = nameWithKeys(`${RUNS.textBox.title} tool`, RUNS.textBox);
  // the others are in the list of found text
  const own = boxes
    .map((rect, index) => ({ rect, index }))
    .filter(({ rect }) => !found.some((block) => boxesOf(block, boxes).includes(rect)));
  return (
    <>
      <Row
        label="Area"
        help={plan.reduced === undefined ? describe(plan, photo, textTool) : undefined}
      >
        {({ id, helpId }) => (
          <Select
            id={id}
            aria-describedby={helpId}
            data={plan.modes.map((value) => ({ value, label: MODE_LABELS[value] }))}
            value={plan.mode}
            onChange={(mode) => mode !== null && session?.plan.chooseTextMode(mode)}
          />
        )}
      </Row>
      {plan.reduced !== undefined && <SmallStatus>{describe(plan, photo, textTool)}</SmallStatus>}
      <Group grow gap="xs">
        <FindTextButton />
        {plan.mode === 'boxes' && (
          <Button onClick={() => addTextBoxInTheMiddle(session)}>Add text box</Button>
        )}
      </Group>
      {plan.mode === 'boxes' && <FoundText photoId={photo.id} />}
      {plan.mode === 'boxes' && own.length > 0 && (
        <BoxList
          label="Text boxes"
          boxes={own.map(({ rect, index }) => {
            const tiles = plan.tiles.filter(({ box }) => box === index).length;
            return {
              name: `Text ${index + 1}`,
              rect,
              note: noteOfBox(calls, rect, tiles),
              onChoose: () => focusBox(textBoxId(index)),
            };
          })}
        />
      )}
    </>
  );
}

/** @param textTool its name and key */
function describe({ mode, regions, reduced }: Plan, photo: Photo, textTool: string): string {
  const { width, height } = photo;
  if (reduced !== undefined) {
    const loss = lossOfSharpness(photo, reduced).toFixed(1);
    return `Sends the whole photo in 1 call, reduced from ${width} × ${height} to ${reduced.width} × ${reduced.height} px. Filled areas will look softer (enlarged ${loss}×), and small text may be missed.`;
  }
  if (mode === 'whole') {
    const calls = count(regions.length, 'call');
    const detail = regions.length === 1 ? '' : ', at full resolution';
    return `Sends the whole photo (${width} × ${height} px) in ${calls}${detail}. Only changed areas are replaced.`;
  }
  if (regions.length === 0) {
    const limit = `${TEXT_TILES.maxWidth} × ${TEXT_TILES.maxHeight}`;
    return `Draw a box around each text with the ${textTool}. Boxes are sent at full resolution; one larger than ${limit} px takes several calls.`;
  }
  const size = formatMegapixels(pixelsOf(regions), 1);
  return `Sends ${size} in ${count(regions.length, 'call')}, at full resolution. Only changed areas are replaced.`;
}
