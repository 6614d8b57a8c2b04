/** Cost and the button. Always in sight. */
import { Text } from '@mantine/core';
import { CostLine } from '../../../work/jobs/CostLine.tsx';
import { SendButton } from '../../../work/jobs/SendButton.tsx';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { count } from '../../../base/ui/format.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { useSendable } from './use-sendable.ts';

export function SendBar() {
  const session = useUpscaleSession();
  const isSending = useUpscale((state) => state.isSending);
  const error = useUpscale((state) => state.error);
  const { ready, leftOut, obstacle } = useSendable();
  return (
    <>
      {error !== undefined && <ErrorNotice error={error} onClose={() => session.dismissError()} />}
      <CostLine kind="upscale" calls={Math.max(1, ready.length)} />
      {obstacle === undefined && leftOut.length > 0 && (
        <Text size="xs" role="status">
          {count(leftOut.length, 'picture')} left out: the size can’t be made.
        </Text>
      )}
      <SendButton
        obstacle={obstacle}
        isSending={isSending}
        isQuiet={false}
        onSend={() => void session.send(ready.map(({ id }) => id))}
      >
        {ready.length > 1 ? `Upscale ${count(ready.length, 'picture')}` : 'Upscale'}
      </SendButton>
    </>
  );
}
