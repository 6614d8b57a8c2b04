/** The next run: its operation, its plan, its cost, and the button. */
import { Button, Group, Kbd, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useId } from 'react';
import { shortcutKeys } from '../../../base/commands/shortcut-keys.ts';
import { AdvancedRun } from './AdvancedRun.tsx';
import { CleanupPlan } from './CleanupPlan.tsx';
import { RunCost } from './RunCost.tsx';
import { useRunOffer } from './use-run-offer.ts';
import classes from './RunPanel.module.css';
import { type RunOperation } from '../model/run-store.ts';
import { PhotoEdge } from './PhotoEdge.tsx';
import { TextPlan } from './TextPlan.tsx';
import { ManyCallsDialog } from './ManyCallsDialog.tsx';
import { useRun, useStudio, useStudioSession } from '../session/index.ts';

const OPERATIONS: readonly { readonly value: RunOperation; readonly label: string }[] = [
  { value: 'cleanup', label: 'Clean up' },
  { value: 'remove-text', label: 'Remove text' },
];

export default function RunPanel() {
  const session = useStudioSession();
  const operation = useRun((state) => state.operation);
  const { number, problem } = useRunOffer();
  return (
    <Stack gap="xs" component="section" aria-label="Run" className={classes['panel'] ?? ''}>
      <VisuallyHidden component="h2">Run</VisuallyHidden>
      <SegmentedControl
        fullWidth
        aria-label="Operation"
        data={[...OPERATIONS]}
        value={operation}
        onChange={(value) => session?.plan.chooseOperation(value)}
      />
      {operation === 'cleanup' ? <CleanupPlan /> : <TextPlan />}
      {operation === 'cleanup' && <PhotoEdge />}
      <AdvancedRun />
      <Stack gap="xs" className={classes['go'] ?? ''}>
        <RunCost number={number} />
        {problem !== undefined && (
          <Text size="sm" role="status">
            {problem}
          </Text>
        )}
        <RunButtons />
      </Stack>
      <ManyCallsDialog />
    </Stack>
  );
}

function RunButtons() {
  const session = useStudioSession();
  const isStarting = useStudio((state) => state.isStarting);
  const { canRun, obstacle, sentence, first, others } = useRunOffer();
  const reason = useId();
  const isIdle = !canRun && !isStarting;
  return (
    <Stack gap="2xs">
      {sentence !== undefined && (
        <Text size="sm" role="status">
          {sentence}
        </Text>
      )}
      {obstacle !== undefined && (
        <Text id={reason} size="xs">
          {obstacle}.
        </Text>
      )}
      <Button
        variant="filled"
        aria-describedby={obstacle === undefined ? undefined : reason}
        // with nothing to run it is no bigger than what tells how to begin
        size={isIdle ? 'xs' : 'sm'}
        h="auto"
        mih={isIdle ? 30 : 36}
        py="2xs"
        style={isIdle ? { alignSelf: 'flex-start' } : undefined}
        leftSection={<IconSparkles size={16} />}
        disabled={!canRun}
        loading={isStarting}
        onClick={() => void session?.runs.run(first.stored)}
        rightSection={
          !isIdle && (
            <Group gap="3xs" wrap="nowrap" className={classes['keys'] ?? ''}>
              {shortcutKeys('Mod+Enter').map((key) => (
                <Kbd key={key} size="xs">
                  {key}
                </Kbd>
              ))}
            </Group>
          )
        }
      >
        {first.detail === undefined ? (
          first.label
        ) : (
          <span className={classes['offer']}>
            <span>{first.label}</span> <span className={classes['detail']}>{first.detail}</span>
          </span>
        )}
      </Button>
      {others.map(({ label, stored }) => (
        <Button
          key={stored}
          disabled={!canRun || isStarting}
          onClick={() => void session?.runs.run(stored)}
        >
          {label}
        </Button>
      ))}
    </Stack>
  );
}
