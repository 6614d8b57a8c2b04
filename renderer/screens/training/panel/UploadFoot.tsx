import { Button, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { TrainingSummary } from '../../../../shared/contract/training.ts';
import { Foot, MainButton } from '../../../core/frame/Foot.tsx';
import { CostLine } from '../../../features/jobs/CostLine.tsx';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { count, formatBytes, formatRoughly } from '../../../core/ui/format.ts';
import { fractionOf, uploadTimeLeft } from '../model/words.ts';
import { training } from '../session/use-training.ts';
import { ALL_READY } from '../model/selections.ts';
import { TRAINING } from '../training-commands.ts';
import { SmallNote, SmallStatus } from '../../../core/ui/variants.ts';

export function UploadFoot(props: {
  readonly summary: TrainingSummary;
  readonly isEmpty: boolean;
}) {
  const { summary, isEmpty } = props;
  const { counts, readyBytes, queue } = summary;
  const isOrdered = fractionOf(summary) !== undefined;
  const obstacle = isEmpty ? 'Add pictures first' : 'Nothing to upload';
  return (
    <Foot
      notice={
        <>
          <Queue summary={summary} />
          {queue.pausedBy !== undefined && (
            <ErrorNotice
              error={queue.pausedBy}
              actions={{ retry: () => void training.setRunning(true) }}
            />
          )}
        </>
      }
      {...(counts.ready > 0
        ? {
            what: `${count(counts.ready, 'file')}, ${formatBytes(readyBytes)}`,
            cost: <CostLine kind="training-upload" calls={counts.ready} />,
          }
        : isOrdered
          ? {}
          : { what: obstacle })}
    >
      {isOrdered && (
        <Button
          flex={counts.ready > 0 ? undefined : 1}
          onClick={() => void training.setRunning(!queue.isRunning)}
        >
          {queue.isRunning ? 'Pause' : 'Resume'}
        </Button>
      )}
      {(counts.ready > 0 || !isOrdered) && (
        <MainButton
          keys={TRAINING.upload}
          obstacle={counts.ready > 0 ? undefined : obstacle}
          onClick={() => void training.upload(ALL_READY)}
        >
          Upload {counts.ready > 0 && count(counts.ready, 'file')}
        </MainButton>
      )}
    </Foot>
  );
}

function Queue({ summary }: { readonly summary: TrainingSummary }) {
  const { counts, queue, active, bytesPerSecond, leftBytes } = summary;
  const left = counts.waiting + counts.sending + counts.finishing;
  const fraction = fractionOf(summary);
  if (fraction === undefined) return null;
  const remaining = uploadTimeLeft(summary);
  const speed = bytesPerSecond < 1 ? '' : `, ${formatBytes(Math.round(bytesPerSecond))}/s`;
  const time =
    remaining === undefined || !queue.isRunning ? '' : `, ${formatRoughly(remaining)} left`;
  const isEnding = !queue.isRunning && active.length > 0;
  return (
    <Stack gap="2xs">
      <SmallStatus>
        {count(left, 'file')} left ({formatBytes(leftBytes)})
      </SmallStatus>
      <Progress size="xs" value={fraction * 100} aria-label="All uploads" />
      <SmallNote>
        {!queue.isRunning
          ? isEnding
            ? `Paused. ${count(active.length, 'upload')} will finish first.`
            : 'Paused.'
          : `${active.length} uploading${speed}${time}`}
      </SmallNote>
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
    <Text size="xs" c="var(--gesso-notice)">
      {props.message} Trying again {seconds === 0 ? 'now' : `in ${seconds} s`}.
    </Text>
  );
}
