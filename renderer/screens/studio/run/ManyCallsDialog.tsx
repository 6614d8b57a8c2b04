import { Button, Group, Modal, Text } from '@mantine/core';
import { useCallsAhead } from '../../../work/jobs/use-calls-ahead.ts';
import { count, formatRoughly } from '../../../base/ui/format.ts';
import { formatMoney } from '../../../base/ui/money.ts';
import type { CallsAhead } from '../../../work/jobs/job-words.ts';
import { useNextRun, useRun, useStudioSession } from '../session/index.ts';

export function ManyCallsDialog() {
  const runs = useStudioSession()?.runs;
  const asked = useRun((state) => state.asked);
  const isWhole = useNextRun().text?.mode === 'whole';
  const time = useRun((state) => state.calls?.expectedMilliseconds);
  const ahead = useCallsAhead('remove-text', asked?.calls ?? 0);
  const cancel = () => void runs?.answer('cancel');
  return (
    <Modal
      opened={asked !== undefined}
      onClose={cancel}
      title={`Send ${count(ahead.calls, 'call')}?`}
    >
      <Text size="sm">
        {isWhole
          ? 'At full resolution, this photo takes several calls.'
          : 'At full resolution, these boxes take several calls.'}{' '}
        {costOf(ahead)}
        {time !== undefined && ` It takes ${formatRoughly(time)}.`}
      </Text>
      {isWhole && (
        <Text size="sm" mt="xs">
          If the text is in a few places, boxes around it take fewer calls.
        </Text>
      )}
      <Group justify="flex-end" mt="md">
        <Button onClick={cancel}>Cancel</Button>
        {isWhole && <Button onClick={() => void runs?.answer('boxes')}>Draw boxes</Button>}
        <Button variant="filled" data-autofocus onClick={() => void runs?.answer('run')}>
          Send {count(ahead.calls, 'call')}
        </Button>
      </Group>
    </Modal>
  );
}

function costOf({ cost, isPractice }: CallsAhead): string {
  if (isPractice) return 'Practice: free.';
  return cost === undefined ? 'The cost is unknown.' : `Expected cost: ${formatMoney(cost)}.`;
}
