import { Text } from '@mantine/core';
import { expectedUpscale } from '../../../../shared/geometry/upscale-size.ts';
import { useUnshown } from '../../../viewer/stage/unshown.ts';
import { usePictureSlotState } from '../../../viewer/slots/index.ts';
import { RunSendBar } from '../../../features/runs/RunSendBar.tsx';
import { count } from '../../../core/ui/format.ts';
import { wantedSize } from '../model/form.ts';
import { isFramingPart, useUpscale, useUpscaleSession } from '../session/index.ts';
import { useSendable, useUpscaleMeasures } from './use-sendable.ts';

import { UPSCALE } from '../upscale-commands.ts';

export function SendBar() {
  const session = useUpscaleSession();
  const { photo } = usePictureSlotState(session.slot);
  const isSending = useUpscale((state) => state.isSending);
  const error = useUpscale((state) => state.error);
  const isTrying = useUpscale(isFramingPart);
  const form = useUpscale((state) => state.form);
  const measures = useUpscaleMeasures();
  const { ready, leftOut, obstacle } = useSendable();
  const isUnshown = useUnshown().has(photo?.id ?? '');
  const common = {
    keys: UPSCALE.send,
    runs: session.runs,
    kind: 'upscale',
    error,
    isSending,
  } as const;
  if (isTrying) {
    const tries = form.triedUpscalers.length;
    return (
      <RunSendBar
        {...common}
        calls={Math.max(1, tries)}
        obstacle={
          tries === 0
            ? 'Add an upscaler to try'
            : isUnshown
              ? 'The picture can’t be shown'
              : undefined
        }
        onSend={() => void session.tryUpscalers()}
      >
        Try {count(tries, 'upscaler')}
      </RunSendBar>
    );
  }
  const [only] = ready;
  const size =
    ready.length === 1 && only !== undefined && obstacle === undefined
      ? expectedUpscale(only, wantedSize(form), measures).size
      : undefined;
  return (
    <RunSendBar
      {...common}
      calls={Math.max(1, ready.length)}
      obstacle={obstacle}
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
      {ready.length > 1
        ? `Upscale ${count(ready.length, 'picture')}`
        : size === undefined
          ? 'Upscale'
          : `Upscale to ${size.width} × ${size.height}`}
    </RunSendBar>
  );
}
