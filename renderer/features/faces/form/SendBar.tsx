/** Cost and the button. Always in sight. */
import { Button, Stack, Tooltip } from '@mantine/core';
import { describeShortcut, isApple } from '../../../commands/shortcut.ts';
import { CostLine } from '../../../jobs/CostLine.tsx';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { count } from '../../../ui/format.ts';
import { useWellState } from '../../../wells/index.ts';
import { useFaces, useFacesSession } from '../session/index.ts';

export function SendBar() {
  const session = useFacesSession();
  // drawn again when anything that is sent changes
  useFaces((state) => state.crops);
  useFaces((state) => state.more);
  const face = useWellState(session.wells.face);
  const picture = useWellState(session.wells.picture);
  const isSending = useFaces((state) => state.isSending);
  const error = useFaces((state) => state.error);
  const obstacle = session.obstacle();
  const calls = session.requests().length;
  const keys = describeShortcut('Mod+Enter', isApple(navigator.platform)).join(' ');
  return (
    <Stack gap={6}>
      {error !== undefined && (
        <ErrorNotice
          error={error}
          actions={{ retry: () => void session.send() }}
          onClose={() => session.dismissError()}
        />
      )}
      <CostLine kind="merge-face" calls={calls} />
      <Tooltip label={obstacle ?? keys} disabled={face.isOpening || picture.isOpening}>
        <Button
          size="sm"
          loading={isSending}
          data-disabled={obstacle !== undefined || undefined}
          aria-disabled={obstacle !== undefined}
          onClick={() => {
            if (obstacle === undefined) void session.send();
          }}
        >
          {calls > 1 ? `Merge ${count(calls, 'face')}` : 'Merge face'}
        </Button>
      </Tooltip>
    </Stack>
  );
}
