/** What Run does, what it would send and cost, and its button. */
import { Button, Group, Kbd, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { describeShortcut, isApple } from '../../../commands/shortcut.ts';
import { formatTime } from '../../../ui/format.ts';
import { useStudio } from '../session/studio-store.ts';
import { useCanvas } from '../use-canvas.ts';
import { chooseOperation } from './choose-operation.ts';
import { CleanupPlan } from './CleanupPlan.tsx';
import { CostLine } from './CostLine.tsx';
import { offerRun } from './run-offer.ts';
import { textBoxesOf, useRun, type RunOperation } from './run-store.ts';
import { planText } from './text-plan.ts';
import { TextPlan } from './TextPlan.tsx';
import { usedBoxes } from './box-plan.ts';

const OPERATIONS: readonly { readonly value: RunOperation; readonly label: string }[] = [
  { value: 'cleanup', label: 'Clean up' },
  { value: 'remove-text', label: 'Remove text' },
];

export function RunPanel() {
  const core = useStudio((state) => state.session?.core);
  const operation = useRun((state) => state.operation);
  const problem = useRun((state) => state.problem);
  const number = usePlannedCalls();
  return (
    <Stack gap="xs" component="section" aria-label="Run">
      <VisuallyHidden component="h2">Run</VisuallyHidden>
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="What Run does"
        data={[...OPERATIONS]}
        value={operation}
        onChange={(value) => chooseOperation(core, value)}
      />
      {operation === 'cleanup' ? <CleanupPlan /> : <TextPlan />}
      <CostLine number={number} />
      {problem !== undefined && number > 0 && (
        <Text size="sm" role="status">
          {problem}
        </Text>
      )}
      <RunButtons number={number} />
    </Stack>
  );
}

function RunButtons({ number }: { readonly number: number }) {
  const session = useStudio((state) => state.session);
  const isReady = useStudio((state) => state.status === 'ready');
  const isStarting = useStudio((state) => state.isStarting);
  const operation = useRun((state) => state.operation);
  const calls = useRun((state) => state.calls);
  const hasMask = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  const canRun = isReady && (operation === 'cleanup' ? hasMask : number > 0);
  const { sentence, first, others } = offerRun(operation, canRun ? calls : undefined, formatTime);
  return (
    <Stack gap={6}>
      {sentence !== undefined && (
        <Text size="sm" role="status">
          {sentence}
        </Text>
      )}
      <Button
        size="sm"
        leftSection={<IconSparkles size={16} />}
        disabled={!canRun}
        loading={isStarting}
        onClick={() => void session?.runs.run(first.stored)}
        rightSection={
          <Group gap={3} wrap="nowrap">
            {describeShortcut('Mod+Enter', isApple(navigator.platform)).map((key) => (
              <Kbd key={key} size="xs">
                {key}
              </Kbd>
            ))}
          </Group>
        }
      >
        {first.label}
      </Button>
      {others.map(({ label, stored }) => (
        <Button
          key={stored}
          variant="default"
          disabled={!canRun || isStarting}
          onClick={() => void session?.runs.run(stored)}
        >
          {label}
        </Button>
      ))}
    </Stack>
  );
}

/** Calls of the next run, kept ones included. */
function usePlannedCalls(): number {
  const photo = useStudio((state) => state.photo);
  const operation = useRun((state) => state.operation);
  const boxPlan = useRun((state) => state.boxPlan);
  const boxes = useRun((state) => textBoxesOf(state, photo?.id ?? ''));
  const textMode = useRun((state) => state.textMode);
  const hasMask = useCanvas((snapshot) => snapshot.maskBounds !== undefined) ?? false;
  if (photo === undefined) return 0;
  if (operation === 'remove-text') return planText(photo, boxes, textMode).regions.length;
  return hasMask ? usedBoxes(boxPlan).length : 0;
}
