import { createContext, use, useMemo, useState, type ReactNode } from 'react';
import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { useComparing, type Comparing } from '../../../viewer/stage/comparing/use-comparing.ts';
import type { JobPages } from '../../../features/jobs/use-job-pages.ts';
import { useShownRun } from '../../../features/runs/use-shown-run.ts';
import { othersLike, pictureOf } from '../model/results.ts';
import { useUpscale } from '../session/index.ts';
import { useResult, type ShownResult } from './use-result.ts';

interface OpenResult {
  readonly job: Job | undefined;
  readonly output: JobOutput | undefined;
  readonly shown: ShownResult;
  /** On the screen, so that queries about its pixels may start. */
  readonly isSeen: boolean;
  readonly noteSeen: () => void;
  readonly others: readonly Job[];
  readonly comparing: Comparing;
  /** Part to bring into view, as shares of the sides. */
  readonly part: Rect | undefined;
  readonly showPart: (part: Rect) => void;
}

const OpenResultContext = createContext<OpenResult | undefined>(undefined);

export function OpenResultProvider(props: {
  readonly pages: JobPages;
  readonly children: ReactNode;
}) {
  const { pages, children } = props;
  const job = useShownRun(
    pages,
    useUpscale((state) => state.openId),
  );
  const output = job && pictureOf(job);
  const [seenId, setSeenId] = useState<string>();
  const [part, showPart] = useState<Rect>();
  const isSeen = job !== undefined && seenId === job.id;
  const shown = useResult(
    job === undefined || output === undefined ? undefined : { jobId: job.id, output: output.id },
    isSeen,
  );
  const comparing = useComparing('split');
  const others = useMemo(
    () => (job === undefined ? [] : othersLike(job, pages.jobs)),
    [job, pages.jobs],
  );
  const open = useMemo(
    (): OpenResult => ({
      job,
      output,
      shown,
      isSeen,
      noteSeen: () => setSeenId(job?.id),
      others,
      comparing,
      part,
      showPart,
    }),
    [job, output, shown, isSeen, others, comparing, part],
  );
  return <OpenResultContext value={open}>{children}</OpenResultContext>;
}

export function useOpenResult(): OpenResult {
  const open = use(OpenResultContext);
  if (open === undefined) throw new Error('There is no provider of the open result around.');
  return open;
}
