/** Cost and the button. Always in sight. */
import { Text } from '@mantine/core';
import { RunSendBar } from '../../../work/runs/RunSendBar.tsx';
import { count } from '../../../base/ui/format.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { useSendable } from './use-sendable.ts';

export function SendBar() {
  const session = useUpscaleSession();
  const isSending = useUpscale((state) => state.isSending);
  const error = useUpscale((state) => state.error);
  const { ready, leftOut, obstacle } = useSendable();
  return (
    <RunSendBar
      runs={session.runs}
      kind="upscale"
      calls={Math.max(1, ready.length)}
      error={error}
      obstacle={obstacle}
      isSending={isSending}
      onSend={() => void session.send(ready.map(({ id }) => id))}
      note={
        obstacle === undefined &&
        leftOut.length > 0 && (
          <Text size="xs" role="status">
            {count(leftOut.length, 'picture')} left out: the size can’t be made, or the picture
            can’t be shown.
          </Text>
        )
      }
    >
      {ready.length > 1 ? `Upscale ${count(ready.length, 'picture')}` : 'Upscale'}
    </RunSendBar>
  );
}
