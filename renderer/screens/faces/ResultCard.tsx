import { Menu } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { memo, useState } from 'react';
import { isFinalJobState, type Job } from '../../../shared/contract/jobs.ts';
import { fileThumbnailUrl, photoPartUrl } from '../../../shared/media.ts';
import { count } from '../../core/ui/format.ts';
import { useSettingsWords } from '../../features/jobs/use-settings-words.ts';
import { useRunAgainLabel } from '../../features/jobs/use-calls-ahead.ts';
import { JobCard } from '../../features/runs/JobCard.tsx';
import { usePressRun } from '../../features/runs/listed-runs.tsx';
import { isSelectedIn } from '../../features/runs/run-actions.ts';
import { RunCard } from '../../features/runs/RunCard.tsx';
import { RunItems, RunMenuButton } from '../../features/runs/RunMenu.tsx';
import { whenAndCost } from '../../features/runs/run-words.ts';
import { describeMatrix, matrixOf } from './model/matrix.ts';
import { cropsOf } from './model/part.ts';
import { useFaces, useFacesSession } from './session/index.ts';

export const ResultCard = memo(function ResultCard({ job }: { readonly job: Job }) {
  const session = useFacesSession();
  const isOpen = useFaces((state) => state.jobId === job.id);
  const isSelected = useFaces(({ selected }) => isSelectedIn(selected, job.id));
  const press = usePressRun(session.runs, session.show);
  const detail = useSettingsWords(job);
  return (
    <JobCard
      job={job}
      title={job.title}
      detail={detail === '' ? 'Face merge' : detail}
      facts={whenAndCost(job)}
      isOpen={isOpen}
      isSelected={isSelected}
      pictures={<Thumbnail job={job} />}
      items={<Items job={job} />}
      runs={session.runs}
      onRunAgain={() => void session.runAgain([job.id])}
      onPress={(event) => press(event, job.id)}
    />
  );
});

export const GroupCard = memo(function GroupCard(props: {
  readonly id: string;
  readonly jobs: readonly Job[];
}) {
  const { id, jobs } = props;
  const session = useFacesSession();
  const ids = jobs.map((job) => job.id);
  const isOpen = useFaces((state) => state.groupId === id);
  const isSelected = useFaces(({ selected }) => ids.every((each) => isSelectedIn(selected, each)));
  const [first] = jobs;
  if (first === undefined) return null;
  const { faces, pictures } = matrixOf(jobs);
  const title = count(jobs.length, 'result');
  const state = describeMatrix(jobs);
  return (
    <RunCard
      title={title}
      detail={`${count(faces.length, 'face')} in ${count(pictures.length, 'picture')}`}
      facts={state}
      state={state}
      isPale={jobs.some((job) => !isFinalJobState(job.state))}
      isOpen={isOpen}
      isSelected={isSelected}
      pictures={<Thumbnail job={jobs.find((job) => job.outputs.length > 0) ?? first} />}
      menu={
        <RunMenuButton name={title}>
          <Menu.Item onClick={() => void session.runs.remove(ids)}>
            Remove all {jobs.length}
          </Menu.Item>
        </RunMenuButton>
      }
      onPress={() => session.showGroup(id)}
      onToggle={() => session.runs.toggleAll(ids)}
    />
  );
});

/** The result; until there is one, the picture as it was sent. */
function Thumbnail({ job }: { readonly job: Job }) {
  const [isMissing, setMissing] = useState(false);
  const [output] = job.outputs;
  const picture = job.brief.kind === 'merge-face' ? cropsOf(job.brief).picture : undefined;
  const sent = picture && photoPartUrl(picture.photoId, picture.rect);
  const url = output === undefined ? sent : fileThumbnailUrl(output.url);
  if (url === undefined || isMissing) return <IconPhoto size={20} stroke={1.5} />;
  return <img src={url} alt="" loading="lazy" onError={() => setMissing(true)} />;
}

function Items({ job }: { readonly job: Job }) {
  const session = useFacesSession();
  const again = useRunAgainLabel(job);
  const hasFailed = isFinalJobState(job.state) && job.state !== 'done';
  return (
    <RunItems
      job={job}
      runs={session.runs}
      again={
        hasFailed && <Menu.Item onClick={() => void session.runAgain([job.id])}>{again}</Menu.Item>
      }
    >
      <Menu.Item onClick={() => void session.prepare(job)}>Use these pictures again</Menu.Item>
    </RunItems>
  );
}
