import { ActionIcon, Button, Menu, Popover } from '@mantine/core';
import {
  IconArrowLeft,
  IconColumns2,
  IconDots,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { formatMoney } from '../../../core/ui/money.ts';
import { CancelWaiting } from '../../../features/runs/CancelWaiting.tsx';
import { describeGroup, groupState, jobsCost } from '../../../features/runs/run-entries.ts';
import { saveAll } from '../../../features/runs/RunSelection.tsx';
import { RunTray } from '../../../features/runs/RunTray.tsx';
import { AXIS_TITLES } from '../model/sweep.ts';
import { COMPARED_CLIPS, useVideo, useVideoSession } from '../session/index.ts';
import type { ClipList } from './use-clips.ts';
import type { Job, JobOutput } from '../../../../shared/contract/jobs.ts';
import { count } from '../../../core/ui/format.ts';
import { isSelectedIn } from '../../../features/runs/run-actions.ts';
import { RunCard } from '../../../features/runs/RunCard.tsx';
import { RunMenuButton } from '../../../features/runs/RunMenu.tsx';
import { ClipPicture } from './ClipPicture.tsx';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import { VIDEO } from '../commands/video-commands.ts';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { isLeftAlone } from '../../../viewer/clips/left-alone.ts';
import { decodeAhead } from '../../../viewer/clips/window-clips.ts';
import { JobCard } from '../../../features/runs/JobCard.tsx';
import { usePressRun } from '../../../features/runs/listed-runs.tsx';
import { whenAndCost } from '../../../features/runs/run-words.ts';
import {
  clipOf,
  emptyWords,
  measuresOfClip,
  settingsOfClip,
  titleOfClip,
} from '../model/clip-list.ts';
import { ClipItems } from './ClipItems.tsx';
import { Stars, StarsShown } from './Stars.tsx';
import { QuietButton, SmallNote } from '../../../core/ui/variants.ts';

const ClipCard = memo(function ClipCard(props: {
  readonly job: Job;
  readonly output: JobOutput | undefined;
}) {
  const { job, output } = props;
  const { id } = job;
  const { clips, runs } = useVideoSession();
  const isOpen = useVideo(
    ({ clipId, clipOutput }) => clipId === id && clipOf(job, clipOutput)?.id === output?.id,
  );
  const isSelected = useVideo(({ selected }) => isSelectedIn(selected, id));
  const { isRested, handlers } = useRestedPointer();
  const press = usePressRun(runs, () => clips.open(id, output?.id));
  const playable =
    output !== undefined && output.clip?.isPlayable !== false && !isLeftAlone(output)
      ? output
      : undefined;
  // who rests on a card is likely to press it, also where clips do not play under the pointer
  useEffect(() => {
    if (isRested && playable !== undefined) decodeAhead(playable);
  }, [isRested, playable]);
  const hasFile = job.state !== 'done' || output !== undefined;
  return (
    <JobCard
      job={job}
      title={settingsOfClip(job)}
      detail={
        output?.damage !== undefined ? (
          <span data-failed>Damaged</span>
        ) : hasFile ? (
          job.seed === undefined ? (
            job.title
          ) : (
            `Seed ${job.seed}`
          )
        ) : (
          <span data-failed>No clip</span>
        )
      }
      facts={<StarsShown value={job.stars} />}
      hint={[titleOfClip(job, output), measuresOfClip(output).join(', '), whenAndCost(job)]
        .filter(Boolean)
        .join('\n')}
      isOpen={isOpen}
      isSelected={isSelected}
      pictures={<ClipPicture job={job} output={output} isPlaying={isRested} />}
      items={<ClipItems job={job} output={output} />}
      runs={runs}
      hover={{ ...handlers, onPointerDown: () => playable && decodeAhead(playable) }}
      onPress={(event) => press(event, id)}
    />
  );
});

/** Ms. */
const REST = 150;

export function ClipTray({ clips }: { readonly clips: ClipList }) {
  const { clips: actions, runs } = useVideoSession();
  const clipId = useVideo((state) => state.clipId);
  const selected = useVideo((state) => state.selected);
  const saving = useVideo((state) => state.saving);
  const leastStars = useVideo((state) => state.leastStars);
  const groupId = useVideo((state) => state.groupId);
  const empty = emptyWords({ groupId, leastStars });
  const isTooMany = selected.length > COMPARED_CLIPS.most;
  return (
    <RunTray
      screen="video"
      label="Clips"
      head={groupId === undefined ? undefined : <GroupHead clips={clips} />}
      entries={clips.entries}
      order={clips.order}
      pages={clips}
      runs={runs}
      state={{ selected, saving }}
      openId={clipId}
      hasArrowKeys={false}
      nothing={clips.isLoading && empty !== undefined ? '' : empty}
      end={groupId === undefined ? <ListEnd clips={clips} /> : <GroupEnd clips={clips} />}
      note={isTooMany ? `. Compare shows up to ${COMPARED_CLIPS.most}.` : undefined}
      selectionActions={
        <Button
          disabled={isTooMany || selected.length < COMPARED_CLIPS.least}
          onClick={() => actions.compare(selected)}
        >
          Compare
        </Button>
      }
      renderEntry={(entry) =>
        entry.kind === 'clip' ? (
          <ClipCard job={entry.job} output={entry.output} />
        ) : (
          <GroupCard groupId={entry.id} jobs={entry.jobs} />
        )
      }
    />
  );
}

/**
 * True while the pointer rests on an element; passing over it, as while scrolling, starts nothing.
 */
function useRestedPointer(): {
  readonly isRested: boolean;
  readonly handlers: { onPointerEnter(): void; onPointerLeave(): void };
} {
  const [isRested, setRested] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const handlers = useMemo(
    () => ({
      onPointerEnter() {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setRested(true), REST);
      },
      onPointerLeave() {
        clearTimeout(timer.current);
        setRested(false);
      },
    }),
    [],
  );
  return { isRested, handlers };
}

function GroupHead({ clips }: { readonly clips: ClipList }) {
  const { nameWithKeys } = useKeyNames();
  const { clips: actions } = useVideoSession();
  const axis = clips.order[0]?.sweep?.axis;
  return (
    <QuietButton
      color="gray"
      size="xs"
      px={0}
      aria-label="All clips"
      data-tip={nameWithKeys('All clips', VIDEO.back)}
      leftSection={<IconArrowLeft size={16} />}
      onClick={() => actions.openGroup(undefined)}
    >
      {axis === undefined ? 'One run' : AXIS_TITLES[axis]}
    </QuietButton>
  );
}

function GroupEnd({ clips }: { readonly clips: ClipList }) {
  const { clips: actions, runs } = useVideoSession();
  const members = clips.order;
  const cost = jobsCost(members);
  const finished = members.filter(({ outputs }) => outputs.length > 0).map(({ id }) => id);
  if (members.length === 0) return null;
  return (
    <>
      <SmallNote span role="status">
        {[describeGroup(members), ...(cost === undefined ? [] : [formatMoney(cost)])].join(', ')}
      </SmallNote>
      <CancelWaiting jobs={members} runs={runs} />
      <Button
        leftSection={<IconColumns2 size={16} />}
        disabled={finished.length < COMPARED_CLIPS.least}
        onClick={() => actions.compare(finished.slice(0, COMPARED_CLIPS.most))}
      >
        Compare
      </Button>
      <MoreMenu clips={clips} />
    </>
  );
}

function ListEnd({ clips }: { readonly clips: ClipList }) {
  const session = useVideoSession();
  const leastStars = useVideo((state) => state.leastStars);
  return (
    <>
      <Popover position="top-end">
        <Popover.Target>
          <IconButton
            label="Show by stars"
            icon={leastStars > 0 ? <IconStarFilled size={16} /> : <IconStar size={16} />}
            data-active={leastStars > 0 || undefined}
          />
        </Popover.Target>
        <Popover.Dropdown>
          <Stars
            label="Show clips with at least"
            value={leastStars}
            onChange={(stars) => session.store.setState({ leastStars: stars })}
          />
        </Popover.Dropdown>
      </Popover>
      <MoreMenu clips={clips} />
    </>
  );
}

function MoreMenu({ clips }: { readonly clips: ClipList }) {
  const { runs } = useVideoSession();
  const areClipsPaused = useSetting('areClipsPaused');
  const update = useUpdateSettings();
  return (
    <Menu position="top-end">
      <Menu.Target>
        <ActionIcon data-tip="More about all clips" aria-label="More about all clips">
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          disabled={!clips.jobs.some(({ outputs }) => outputs.length > 0)}
          onClick={() => void saveAll(runs, clips)}
        >
          Save all…
        </Menu.Item>
        <Menu.CheckboxItem
          checked={!areClipsPaused}
          onChange={(isOn) => update({ areClipsPaused: !isOn })}
        >
          Play clips below the pointer
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}

function GroupCard(props: { readonly groupId: string; readonly jobs: readonly Job[] }) {
  const { groupId, jobs } = props;
  const { clips, runs } = useVideoSession();
  const ids = jobs.map(({ id }) => id);
  const isOpen = useVideo(({ clipId }) => clipId !== undefined && ids.includes(clipId));
  const isSelected = useVideo(({ selected }) => ids.every((id) => isSelectedIn(selected, id)));
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
      hint={[values, state].filter(Boolean).join('\n')}
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
