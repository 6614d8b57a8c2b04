/** Cost and the button. Always in sight. */
import { Button, Text, Tooltip } from '@mantine/core';
import { describeShortcut, isApple } from '../../../commands/shortcut.ts';
import { CostLine } from '../../../jobs/CostLine.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { count } from '../../../ui/format.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { useSendable } from '../use-sendable.ts';
import classes from './Form.module.css';

export function SendBar() {
  const session = useUpscaleSession();
  const isSending = useUpscale((state) => state.isSending);
  const error = useUpscale((state) => state.error);
  const { ready, leftOut, obstacle } = useSendable();
  const keys = describeShortcut('Mod+Enter', isApple(navigator.platform)).join(' ');
  return (
    <div className={classes['send']}>
      {error !== undefined && <ErrorNotice error={error} onClose={() => session.dismissError()} />}
      <CostLine kind="upscale" calls={Math.max(1, ready.length)} />
      {obstacle === undefined && leftOut.length > 0 && (
        <Text size="xs" role="status">
          {count(leftOut.length, 'picture')} left out: the size can’t be made.
        </Text>
      )}
      <Tooltip label={obstacle ?? keys}>
        <Button
          size="sm"
          loading={isSending}
          data-disabled={obstacle !== undefined || undefined}
          aria-disabled={obstacle !== undefined}
          onClick={() => {
            if (obstacle === undefined) void session.send(ready.map(({ id }) => id));
          }}
        >
          {ready.length > 1 ? `Upscale ${count(ready.length, 'picture')}` : 'Upscale'}
        </Button>
      </Tooltip>
    </div>
  );
}
