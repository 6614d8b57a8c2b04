/** The order to upload, its cost, and the queue at work. Always in sight. */
import { Button, Group, Progress, Stack, Text, Tooltip } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { TrainingSummary } from '../../../../shared/contract/training.ts';
import { shortcutKeys } from '../../../base/commands/shortcut-keys.ts';
import { CostLine } from '../../../work/jobs/CostLine.tsx';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { count, formatBytes, formatRoughly } from '../../../base/ui/format.ts';
import { fractionOf, timeLeft } from '../model/words.ts';
import { useTrainingSession } from '../session/screen.ts';
import { ALL_READY } from '../model/selections.ts';

/** Whether there is anything to show in it. */
export function hasUploads({ counts, queue }: TrainingSummary): boolean {
  const ordered = counts.waiting + counts.sending + counts.finishing;
  return counts.ready + ordered > 0 || queue.pausedBy !== undefined;
}

export function UploadBar({ summary }: { readonly summary: TrainingSummary }) {
  const session = useTrainingSession();
  const { counts, readyBytes, queue } = summary;
  const keys = shortcutKeys('Mod+Enter').join(' ');
  return (
    <Stack gap="xs">
      <Queue summary={summary} />
      {queue.pausedBy !== undefined && (
        <ErrorNotice error={queue.pausedBy} actions={{ retry: () => void session.resume() }} />
      )}
      {counts.ready > 0 && (
        <>
          <CostLine kind="training-upload" calls={counts.ready} />
          <Tooltip label={keys} disabled={keys === ''}>
            <Button variant="filled" size="sm" onClick={() => void session.upload(ALL_READY)}>
              Upload {count(counts.ready, 'file')} ({formatBytes(readyBytes)})
            </Button>
          </Tooltip>
        </>
      )}
    </Stack>
  );
}

function Queue({ summary }: { readonly summary: TrainingSummary }) {
  const session = useTrainingSession();
  const { counts, queue, active, bytesPerSecond, leftBytes } = summary;
  const left = counts.waiting + counts.sending + counts.finishing;
  const fraction = fractionOf(summary);
  if (fraction === undefined) return null;
  const remaining = timeLeft(summary);
  const speed = bytesPerSecond < 1 ? '' : ` · ${formatBytes(Math.round(bytesPerSecond))}/s`;
  const time =
    remaining === undefined || !queue.isRunning ? '' : ` · ${formatRoughly(remaining)} left`;
  const isEnding = !queue.isRunning && active.length > 0;
  return (
    <Stack gap="2xs">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" role="status">
          {count(left, 'file')} left ({formatBytes(leftBytes)})
        </Text>
        {queue.isRunning ? (
          <Button leftSection={<IconPlayerPause size={16} />} onClick={() => void session.pause()}>
            Pause
          </Button>
        ) : (
          <Button leftSection={<IconPlayerPlay size={16} />} onClick={() => void session.resume()}>
            Resume
          </Button>
        )}
      </Group>
      <Progress size="sm" value={fraction * 100} aria-label="All uploads" />
      <Text size="xs" c="dimmed">
        {!queue.isRunning
          ? isEnding
            ? `Paused. ${count(active.length, 'upload')} will finish first.`
            : 'Paused.'
          : `${active.length} uploading${speed}${time}`}
      </Text>
      {queue.heldBy !== undefined && queue.heldForMilliseconds !== undefined && (
        <Held
          key={queue.heldForMilliseconds}
          message={queue.heldBy.message}
          milliseconds={queue.heldForMilliseconds}
        />
      )}
    </Stack>
  );
}

/** Counts down by itself. */
function Held(props: { readonly message: string; readonly milliseconds: number }) {
  const [seconds, setSeconds] = useState(Math.ceil(props.milliseconds / 1000));
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => Math.max(0, before - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <Text size="xs" c="orange">
      {props.message} Trying again {seconds === 0 ? 'now' : `in ${seconds} s`}.
    </Text>
  );
}
