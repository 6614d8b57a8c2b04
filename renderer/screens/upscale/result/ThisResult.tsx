import { Switch } from '@mantine/core';
import { useEffect } from 'react';
import {
  BlendActions,
  BlendFields,
  useBlendCommands,
  useBlendState,
} from '../../../viewer/blending/index.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { Row, Section } from '../../../core/ui/Form.tsx';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { useOpenResult } from './open-result.tsx';
import { ResultNotes } from './ResultNotes.tsx';
import { UPSCALE_BLEND } from '../upscale-commands.ts';

export function ThisResult() {
  const { blending } = useUpscaleSession();
  const { job, output, shown, showPart } = useOpenResult();
  const error = useBlendState(blending, (state) => state.error);
  const { result, setFinish, isChanging } = shown;
  useBlendCommands(UPSCALE_BLEND, blending);
  usePaintingAlone();
  if (job === undefined || output === undefined || result === undefined) return null;
  return (
    <Section title="This result" actions={<BlendActions session={blending} />}>
      {error !== undefined && <ErrorNotice error={error} onClose={() => blending.dismissError()} />}
      {result.original !== undefined && (
        <>
          <BlendFields
            session={blending}
            commands={UPSCALE_BLEND}
            below="Blend original"
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
  const { blending } = session;
  const isPainting = useBlendState(blending, (state) => state.tool !== 'hand');
  const isCompared = useUpscale((state) => state.isCompared);
  useEffect(() => {
    if (isPainting) session.setCompared(false);
  }, [session, isPainting]);
  useEffect(() => {
    if (isCompared) blending.setTool('hand');
  }, [blending, isCompared]);
}
