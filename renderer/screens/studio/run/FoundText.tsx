import { Box, Button, Checkbox, Text } from '@mantine/core';
import { count } from '../../../core/ui/format.ts';
import { takenTextBoxesOf, textBoxesOf } from '../model/run-state.ts';
import { boxesOf, openBlocks } from '../model/block-boxes.ts';
import type { TextBlock } from '../model/selecting-state.ts';
import { useStudio, useStudioSession } from '../session/index.ts';
import { BOX_LIST } from './BoxList.tsx';
import shared from '../../../core/ui/shared.module.css';

export function FindTextButton() {
  const selecting = useStudioSession()?.selecting;
  const isBusy = useStudio((state) => state.selecting.isBusy);
  return (
    <Button loading={isBusy} onClick={() => void selecting?.findText()}>
      Find text
    </Button>
  );
}

export function FoundText({ photoId }: { readonly photoId: string }) {
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
