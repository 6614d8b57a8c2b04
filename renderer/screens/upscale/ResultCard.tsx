import { Menu } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { isFinalJobState, type Job } from '../../../shared/contract/jobs.ts';
import { fileThumbnailUrl, photoThumbnailUrl } from '../../../shared/media.ts';
import { count } from '../../core/ui/format.ts';
import { jobActions } from '../../features/jobs/job-actions.ts';
import { JobCard } from '../../features/runs/JobCard.tsx';
import { isSelectedIn } from '../../features/runs/run-actions.ts';
import { RunCard } from '../../features/runs/RunCard.tsx';
import { describeGroup } from '../../features/runs/run-entries.ts';
import { RunItems, RunMenuButton } from '../../features/runs/RunMenu.tsx';
import { whenAndCost } from '../../features/runs/run-words.ts';
import { usePressRun } from '../../features/runs/listed-runs.tsx';
import { isTry, latestTries, pictureOf, titleOfResult, upscalerOf } from './model/results.ts';
import { describePixels } from './model/size-words.ts';
import { useUpscale, useUpscaleSession } from './session/index.ts';

export const ResultCard = memo(function ResultCard({ job }: { readonly job: Job }) {
  const session = useUpscaleSession();
  const isOpen = useUpscale((state) => state.openId === job.id);
  const isSelected = useUpscale(({ selected }) => isSelectedIn(selected, job.id));
  const press = usePressRun(session.runs, session.open);
  const { width, height } = pictureOf(job) ?? {};
  const isPart = isTry(job);
  return (
    <JobCard
      job={job}
      title={titleOfResult(job)}
      detail={
        width === undefined || height === undefined
          ? job.title
          : `${describePixels({ width, height })}${isPart ? ', part' : ''}`
      }
      facts={whenAndCost(job)}
      hint={isPart ? `${job.title} (part)` : job.title}
      isOpen={isOpen}
      isSelected={isSelected}
      pictures={<Thumbnail job={job} />}
      items={<Items job={job} />}
      runs={session.runs}
      onPress={(event) => press(event, job.id)}
    />
  );
});

export const TriesCard = memo(function TriesCard({ jobs }: { readonly jobs: readonly Job[] }) {
  const session = useUpscaleSession();
  const ids = jobs.map(({ id }) => id);
  const isOpen = useUpscale(({ tryIds }) => tryIds?.some((id) => ids.includes(id)) === true);
  const isSelected = useUpscale(({ selected }) => ids.every((id) => isSelectedIn(selected, id)));
  const tries = latestTries(ids, jobs);
  const [first] = tries;
  if (first === undefined) return null;
  const state = describeGroup(tries);
  return (
    <RunCard
      title="Try on a part"
      detail={count(tries.length, 'upscaler')}
      facts={
        tries.every((job) => job.state === 'done')
          ? whenAndCost({ ...first, price: undefined })
          : state
      }
      state={state}
      hint={`${first.title}: ${tries.map(upscalerOf).join(', ')}`}
      isPale={!tries.every((job) => isFinalJobState(job.state))}
      isOpen={isOpen}
      isSelected={isSelected}
      pictures={<Thumbnail job={tries.find((job) => job.state === 'done') ?? first} />}
      menu={
        <RunMenuButton name="tries">
          <Menu.Item onClick={() => void session.runs.remove(ids)}>
            Remove all {jobs.length}
          </Menu.Item>
        </RunMenuButton>
      }
      onPress={() => session.openTries(ids)}
      onToggle={() => session.runs.toggleAll(ids)}
    />
  );
});

/**
 * Shows the sent picture: it looks the same at this size, and a large result need not be decoded. A
 * part, or a deleted picture, shows the result.
 */
function Thumbnail({ job }: { readonly job: Job }) {
  const output = pictureOf(job);
  const result = output && fileThumbnailUrl(output.url);
  const sent = job.subject && photoThumbnailUrl(job.subject.photoId, '');
  const [missing, setMissing] = useState<readonly string[]>([]);
  const wanted = isTry(job) ? [result, sent] : [sent, result];
  const url = wanted.find((each) => each !== undefined && !missing.includes(each));
  if (url === undefined) return <IconPhoto size={20} stroke={1.5} />;
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
  const output = pictureOf(job);
  return (
    <RunItems
      job={job}
      runs={session.runs}
      out={
        output !== undefined && (
          <Menu.Item onClick={() => jobActions.saveOutput(job.id, output)}>
            Save the service’s file…
          </Menu.Item>
        )
      }
    >
      <Menu.Item onClick={() => void session.prepare(job)}>Change and run</Menu.Item>
    </RunItems>
  );
}
