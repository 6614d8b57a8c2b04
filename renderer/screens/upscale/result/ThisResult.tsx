import { Switch } from '@mantine/core';
import { useEffect } from 'react';
import {
  MixActions,
  MixFields,
  useMixCommands,
  useMixState,
} from '../../../viewer/mixing/index.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { Row, Section } from '../../../core/ui/Form.tsx';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { useOpenResult } from './open-result.tsx';
import { ResultNotes } from './ResultNotes.tsx';
import { UPSCALE_MIX } from '../upscale-commands.ts';

export function ThisResult() {
  const { mixing } = useUpscaleSession();
  const { job, output, shown, showPart } = useOpenResult();
  const error = useMixState(mixing, (state) => state.error);
  const { result, setFinish, isChanging } = shown;
  useMixCommands(UPSCALE_MIX, mixing);
  usePaintingAlone();
  if (job === undefined || output === undefined || result === undefined) return null;
  return (
    <Section title="This result" actions={<MixActions session={mixing} />}>
      {error !== undefined && <ErrorNotice error={error} onClose={() => mixing.dismissError()} />}
      {result.original !== undefined && (
        <>
          <MixFields
            session={mixing}
            commands={UPSCALE_MIX}
            below="Mix original"
            hasSoftEdge={false}
          />
          <Row label="Match colours" help="Gives the result the original’s colours." isCompact>
            {({ id, helpId }) => (
              <Switch
                id={id}
                aria-describedby={helpId}
                checked={result.finish.matchColors}
                disabled={isChanging}
                onChange={(event) =>
                  setFinish({ ...result.finish, matchColors: event.currentTarget.checked })
                }
              />
            )}
          </Row>
        </>
      )}
      <ResultNotes job={job} shown={shown} onShowPart={showPart} />
    </Section>
  );
}

/** Painting and comparing exclude each other: either one ends the other. */
function usePaintingAlone(): void {
  const session = useUpscaleSession();
  const { mixing } = session;
  const isPainting = useMixState(mixing, (state) => state.tool !== 'hand');
  const isCompared = useUpscale((state) => state.isCompared);
  useEffect(() => {
    if (isPainting) session.setCompared(false);
  }, [session, isPainting]);
  useEffect(() => {
    if (isCompared) mixing.setTool('hand');
  }, [mixing, isCompared]);
}
