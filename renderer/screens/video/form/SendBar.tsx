import { Text } from '@mantine/core';
import { useNow } from '../../../core/ui/use-now.ts';
import { useActiveConnection } from '../../../core/backend/connections.ts';
import { useSetting } from '../../../core/backend/settings.ts';
import { useJobs } from '../../../features/jobs/jobs.ts';
import { describeLength, expectedLength } from '../model/video-measures.ts';
import { useMeasures } from '../picture/use-frame-plan.ts';
import { RunSendBar } from '../../../features/runs/RunSendBar.tsx';
import { count } from '../../../core/ui/format.ts';
import { useUnshown } from '../../../viewer/stage/unshown.ts';
import { usePictureSlotState } from '../../../viewer/slots/index.ts';
import { sendObstacle } from '../model/obstacle.ts';
import { describeStart } from '../../../features/jobs/time-left.ts';
import { nextSendTimes } from '../model/send-times.ts';
import { useVideo, useVideoSession } from '../session/index.ts';
import { VIDEO } from '../commands/video-commands.ts';

export function SendBar() {
  const session = useVideoSession();
  const { photo, isOpening } = usePictureSlotState(session.slot);
  const sweep = useVideo((state) => state.sweep);
  const isSending = useVideo((state) => state.isSending);
  const form = useVideo((state) => state.form);
  const error = useVideo((state) => state.error);
  const unshown = useUnshown();
  const measures = useMeasures();
  const calls = sweep?.values.length ?? 1;
  return (
    <RunSendBar
      keys={VIDEO.send}
      runs={session.runs}
      kind="video"
      calls={calls}
      facts={describeLength(expectedLength(form.model, form.interpolation ?? false, measures))}
      error={error}
      obstacle={sendObstacle(photo, form, sweep, unshown)}
      isSending={isSending}
      isQuiet={isOpening}
      onSend={() => void session.send()}
      note={<SendTimes calls={calls} />}
    >
      {calls === 1 ? 'Make clip' : `Make ${count(calls, 'clip')}`}
    </RunSendBar>
  );
}

/** Counts by itself while something waits. */
function SendTimes({ calls }: { readonly calls: number }) {
  const connection = useActiveConnection();
  const videoCallsPerMinute = useSetting('videoCallsPerMinute');
  const jobs = useJobs((state) => state.jobs);
  const now = useNow(1000);
  if (connection === undefined) return null;
  const starts = nextSendTimes(jobs.values(), connection.id, videoCallsPerMinute, calls, now);
  const [first = now] = starts;
  const last = starts.at(-1) ?? first;
  const lastWord = describeStart(last, now);
  const firstWord = describeStart(first, now);
  if (last <= now) return null;
  return (
    <Text size="xs" c="dimmed">
      Sends {firstWord}
      {lastWord !== firstWord && `, the last one ${lastWord}`} (at most {videoCallsPerMinute} a
      minute).
    </Text>
  );
}
