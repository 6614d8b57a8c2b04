/** One enlargement in the list, or tries of one part that were started together. */
import { Menu } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { fileThumbnailUrl, photoThumbnailUrl } from '../../../../shared/media.ts';
import { useJobActions } from '../../../work/jobs/job-actions.ts';
import { useJobFraction } from '../../../work/jobs/jobs.ts';
import { heldUpBy } from '../../../work/jobs/job-words.ts';
import { RunCard } from '../../../work/runs/RunCard.tsx';
import { describeGroup } from '../../../work/runs/run-entries.ts';
import { RunItems, RunMenuButton } from '../../../work/runs/RunMenu.tsx';
import { describeRun, whenAndCost } from '../../../work/runs/run-words.ts';
import { usePressRun } from '../../../work/runs/listed-runs.tsx';
import { isTry, pictureOf, titleOfResult, upscalerOf } from '../model/results.ts';
import { useUpscale, useUpscaleSession } from '../session/index.ts';

export const ResultCard = memo(function ResultCard({ job }: { readonly job: Job }) {
  const session = useUpscaleSession();
  const isOpen = useUpscale((state) => state.openId === job.id);
  const isSelected = useUpscale((state) => state.selected.includes(job.id));
  const fraction = useJobFraction(job);
  const press = usePressRun(session.runs, session.open);
  const { width, height } = pictureOf(job) ?? {};
  const size = width === undefined || height === undefined ? [] : [`${width} × ${height} px`];
  return (
    <RunCard
      title={isTry(job) ? `${job.title} (part)` : job.title}
      detail={titleOfResult(job)}
      facts={[describeRun(job, fraction), ...size].join(' · ')}
      hint={heldUpBy(job)}
      isRunning={!isFinalJobState(job.state)}
      isOpen={isOpen}
      isSelected={isSelected}
      pictures={<Thumbnail job={job} />}
      menu={
        <RunMenuButton name={`${job.title}, ${titleOfResult(job)}`}>
          <Items job={job} />
        </RunMenuButton>
      }
      onPress={(event) => press(event, job.id)}
      onToggle={() => session.runs.toggle(job.id)}
    />
  );
});

export const TriesCard = memo(function TriesCard({ jobs }: { readonly jobs: readonly Job[] }) {
  const session = useUpscaleSession();
  const ids = jobs.map(({ id }) => id);
  const isOpen = useUpscale(({ tryIds }) => tryIds?.some((id) => ids.includes(id)) === true);
  const isSelected = useUpscale(({ selected }) => ids.every((id) => selected.includes(id)));
  const [first] = jobs;
  if (first === undefined) return null;
  return (
    <RunCard
      title={`${first.title} (part)`}
      detail={jobs.map(upscalerOf).join(', ')}
      facts={`${whenAndCost({ ...first, price: undefined })} · ${describeGroup(jobs)}`}
      isRunning={jobs.some(({ state }) => !isFinalJobState(state))}
      isOpen={isOpen}
      isSelected={isSelected}
      pictures={<Thumbnail job={jobs.find(({ state }) => state === 'done') ?? first} />}
      onPress={() => session.openTries(ids)}
      onToggle={() => session.runs.toggleAll(ids)}
    />
  );
});

/**
 * The picture that was sent: at this size the result looks the same, and a large one need not be decoded.
 * Of a part, and where the picture is gone, the result.
 */
function Thumbnail({ job }: { readonly job: Job }) {
  const output = pictureOf(job);
  const result = output && fileThumbnailUrl(output.url);
  const sent = job.subject && photoThumbnailUrl(job.subject.photoId, '');
  const [missing, setMissing] = useState<readonly string[]>([]);
  const wanted = isTry(job) ? [result, sent] : [sent, result];
  const url = wanted.find((each) => each !== undefined && !missing.includes(each));
  if (url === undefined) return <IconPhoto size={20} stroke={1.2} />;
  return (
    <img
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setMissing((before) => [...before, url])}
    />
  );
}

function Items({ job }: { readonly job: Job }) {
  const session = useUpscaleSession();
  const actions = useJobActions();
  const output = pictureOf(job);
  return (
    <RunItems
      job={job}
      runs={session.runs}
      out={
        output !== undefined && (
          <Menu.Item onClick={() => actions.saveOutput(job.id, output)}>
            Save the service’s file…
          </Menu.Item>
        )
      }
    >
      <Menu.Item onClick={() => void session.prepare(job)}>Change and run</Menu.Item>
    </RunItems>
  );
}
