/** Beside a result: the sliders and the brush that mix the original in. */
import { Text } from '@mantine/core';
import { MixFields, useMixCommands, useMixState } from '../../../pictures/mixing/index.ts';
import { ErrorNotice } from '../../../base/ui/ErrorNotice.tsx';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import classes from './Result.module.css';
import { MIX_WORDS } from './use-mix.ts';

export function MixPanel() {
  const { mixing } = useUpscaleSession();
  const isCompared = useUpscale((state) => state.isCompared);
  const error = useMixState(mixing, (state) => state.error);
  useMixCommands('upscale', mixing, MIX_WORDS);
  return (
    <aside className={classes['mix']} aria-label="Mix with the original">
      {error !== undefined && <ErrorNotice error={error} onClose={() => mixing.dismissError()} />}
      <MixFields
        session={mixing}
        words={MIX_WORDS}
        hasSoftEdge={false}
        note={
          <Text size="xs" c="dimmed">
            {isCompared
              ? 'Painting is off while comparing.'
              : 'Free and local: saving writes the picture as you see it.'}
          </Text>
        }
      />
    </aside>
  );
}
