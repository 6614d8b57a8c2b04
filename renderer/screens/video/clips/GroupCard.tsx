import { Menu } from '@mantine/core';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { count } from '../../../base/ui/format.ts';
import { RunCard } from '../../../work/runs/RunCard.tsx';
import { describeGroup, groupState } from '../../../work/runs/run-entries.ts';
import { RunMenuButton } from '../../../work/runs/RunMenu.tsx';
import { AXIS_TITLES } from '../model/sweep.ts';
import { useVideo, useVideoSession } from '../session/index.ts';
import { ClipPicture } from './ClipPicture.tsx';

export function GroupCard(props: { readonly groupId: string; readonly jobs: readonly Job[] }) {
  const { groupId, jobs } = props;
  const { clips, runs } = useVideoSession();
  const ids = jobs.map(({ id }) => id);
  const isOpen = useVideo(({ clipId }) => clipId !== undefined && ids.includes(clipId));
  const isSelected = useVideo(({ selected }) => ids.every((id) => selected.includes(id)));
  const { waiting, running } = groupState(jobs);
  const axis = jobs[0]?.sweep?.axis;
  const title = axis === undefined ? count(jobs.length, 'clip') : `${AXIS_TITLES[axis]} sweep`;
  const values = jobs.flatMap(({ sweep }) => sweep?.value ?? []).join(', ');
  const state = describeGroup(jobs);
  return (
    <RunCard
      title={title}
      detail={values}
      facts={state}
      state={state}
      hint={values}
      isPale={waiting + running > 0}
      isOpen={isOpen}
      isSelected={isSelected}
      pictures={jobs.slice(0, 2).map((job) => (
        <ClipPicture key={job.id} job={job} isPlaying={false} />
      ))}
      menu={
        <RunMenuButton name={title}>
          <Menu.Item onClick={() => void runs.save(jobs)}>Save all {jobs.length}…</Menu.Item>
          <Menu.Item onClick={() => void runs.remove(ids)}>Remove all {jobs.length}</Menu.Item>
        </RunMenuButton>
      }
      onPress={() => clips.openGroup(groupId, jobs)}
      onToggle={() => runs.toggleAll(ids)}
    />
  );
}
