import { Button, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import {
  BlendActions,
  BlendFields,
  useBlendCommands,
  useBlendState,
} from '../../../viewer/blending/index.ts';
import { ErrorNotice } from '../../../core/ui/ErrorNotice.tsx';
import { Section, SwitchRow } from '../../../core/ui/Form.tsx';
import { useUpscale, useUpscaleSession } from '../session/index.ts';
import { useOpenResult } from './open-result.tsx';
import { UPSCALE_BLEND } from '../upscale-commands.ts';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { queries } from '../../../core/backend/client.ts';
import { checkInWords } from '../../../features/jobs/content-check.ts';
import { resultNotes } from '../model/notes.ts';
import shared from '../../../core/ui/shared.module.css';
import type { ShownResult } from './use-result.ts';
import { SmallNote, SmallStatus } from '../../../core/ui/variants.ts';

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
          <SwitchRow
            label="Match colours"
            help="Gives the result the original’s colours."
            checked={result.finish.matchColors}
            disabled={isChanging}
            onChange={(matchColors) => setFinish({ ...result.finish, matchColors })}
          />
        </>
      )}
      <ResultNotes job={job} shown={shown} onShowPart={showPart} />
    </Section>
  );
}

function ResultNotes(props: {
  readonly job: Job;
  readonly shown: ShownResult;
  readonly onShowPart: (part: Rect) => void;
}) {
  const { job, shown, onShowPart } = props;
  const { result, findings, isChanging, setFinish } = shown;
  const checks = useQuery(queries.jobs.details.queryOptions({ input: { jobId: job.id } })).data
    ?.lastAnswer?.contentChecks;
  const border = findings?.border ?? null;
  const broken = [...(findings?.black ?? []), ...(findings?.flat ?? [])];
  const notes = result === undefined ? [] : resultNotes(result, findings, job.warning);
  const isInvalid = checks?.some(({ valid }) => valid === false) === true;
  if (result === undefined || (border === null && notes.length === 0 && !isInvalid)) return null;
  const { finish } = result;
  return (
    <Stack gap="xs" role="group" aria-label="Notes">
      {border !== null && (
        <Note
          action={
            <Button
              size="xs"
              loading={isChanging}
              onClick={() => setFinish({ ...finish, trim: finish.trim === null ? border : null })}
            >
              {finish.trim === null ? 'Trim black border' : 'Restore black border'}
            </Button>
          }
        >
          {finish.trim === null
            ? 'The service left a black border.'
            : 'The black border is trimmed. The service’s file is unchanged.'}
        </Note>
      )}
      {notes.map((note) => (
        <Note key={note}>{note}</Note>
      ))}
      {broken.length > 0 && <BrokenParts parts={broken} onShow={onShowPart} />}
      {isInvalid && <SmallNote>Content check: {checks.map(checkInWords).join(', ')}</SmallNote>}
    </Stack>
  );
}

function BrokenParts(props: {
  readonly parts: readonly Rect[];
  readonly onShow: (part: Rect) => void;
}) {
  const { parts, onShow } = props;
  const [next, setNext] = useState(0);
  const index = next % parts.length;
  return (
    <div>
      <Button
        size="xs"
        onClick={() => {
          const part = parts[index];
          if (part !== undefined) onShow({ ...part });
          setNext(index + 1);
        }}
      >
        Show part {index + 1} of {parts.length}
      </Button>
    </div>
  );
}

function Note({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className={shared['line']}>
      <IconInfoCircle size={16} />
      <SmallStatus>{children}</SmallStatus>
      {action}
    </div>
  );
}

/** Painting and comparing exclude each other: either one ends the other. */
function usePaintingAlone(): void {
  const session = useUpscaleSession();
  const { blending } = session;
  const isPainting = useBlendState(blending, (state) => state.tool !== 'hand');
  const isCompared = useUpscale((state) => state.isCompared);
  useEffect(() => {
    if (isPainting) session.store.setState({ isCompared: false });
  }, [session, isPainting]);
  useEffect(() => {
    if (isCompared) blending.setTool('hand');
  }, [blending, isCompared]);
}
