/** A face merge in the list, or those that were started together. */
import { Menu } from '@mantine/core';
import { memo } from 'react';
import { isFinalJobState, type Job } from '../../../../shared/contract/jobs.ts';
import { fileThumbnailUrl, photoPartUrl } from '../../../../shared/media.ts';
import { useJobFraction } from '../../../work/jobs/jobs.ts';
import { heldUpBy } from '../../../work/jobs/job-words.ts';
import { useRunAgainLabel } from '../../../work/jobs/use-calls-ahead.ts';
import { usePressRun } from '../../../work/runs/listed-runs.tsx';
import { RunCard } from '../../../work/runs/RunCard.tsx';
import { RunItems, RunMenuButton } from '../../../work/runs/RunMenu.tsx';
import { describeRun, whenAndCost } from '../../../work/runs/run-words.ts';
import { count } from '../../../base/ui/format.ts';
import { describeMatrix, matrixOf } from '../model/matrix.ts';
import { partsOf } from '../model/part.ts';
import { useFaces, useFacesSession } from '../session/index.ts';

export const HistoryEntry = memo(function HistoryEntry({ job }: { readonly job: Job }) {
  const session = useFacesSession();
  const isOpen = useFaces((state) => state.jobId === job.id);
  const isSelected = useFaces((state) => state.selected.includes(job.id));
  const fraction = useJobFraction(job);
  const press = usePressRun(session.runs, session.show);
  const facts = describeRun(job, fraction);
  return (
    <RunCard
      title={job.title}
      facts={facts}
      hint={heldUpBy(job)}
      isRunning={!isFinalJobState(job.state)}
      isOpen={isOpen}
      isSelected={isSelected}
      pictures={<Pictures job={job} />}
      menu={
        <RunMenuButton name={`${job.title}, ${facts}`}>
          <Items job={job} />
        </RunMenuButton>
      }
      onPress={(event) => press(event, job.id)}
      onToggle={() => session.runs.toggle(job.id)}
    />
  );
});

export const GroupEntry = memo(function GroupEntry(props: {
  readonly id: string;
  readonly jobs: readonly Job[];
}) {
  const { id, jobs } = props;
  const session = useFacesSession();
  const ids = jobs.map((job) => job.id);
  const isOpen = useFaces((state) => state.groupId === id);
  const isSelected = useFaces(({ selected }) => ids.every((each) => selected.includes(each)));
  const [first] = jobs;
  if (first === undefined) return null;
  const { faces, pictures } = matrixOf(jobs);
  const title = count(jobs.length, 'result');
  return (
    <RunCard
      title={title}
      detail={`${count(faces.length, 'face')} in ${count(pictures.length, 'picture')}`}
      facts={`${whenAndCost({ ...first, price: undefined })} · ${describeMatrix(jobs)}`}
      isRunning={jobs.some(({ state }) => !isFinalJobState(state))}
      isOpen={isOpen}
      isSelected={isSelected}
      pictures={<Pictures job={first} />}
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

/** Face and picture as they were sent, then the result. */
function Pictures({ job }: { readonly job: Job }) {
  if (job.brief.kind !== 'merge-face') return null;
  const { face, picture } = partsOf(job.brief);
  const [output] = job.outputs;
  return (
    <>
      <img src={photoPartUrl(face.photoId, face.rect)} alt="" loading="lazy" />
      <img src={photoPartUrl(picture.photoId, picture.rect)} alt="" loading="lazy" />
      {output === undefined ? (
        <span />
      ) : (
        <img src={fileThumbnailUrl(output.url)} alt="" loading="lazy" />
      )}
    </>
  );
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
