/** Above the clips: the way out of a group, the filter, and the actions for a selection. */
import { Button, Group, Text } from '@mantine/core';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { IconArrowLeft, IconColumns2, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useSetting, useUpdateSettings } from '../../../base/backend/settings.ts';
import { CancelWaiting } from '../../../work/runs/CancelWaiting.tsx';
import { formatMoney } from '../../../base/ui/money.ts';
import { costOf, describeGroup } from '../../../work/runs/run-entries.ts';
import { RunSelection, SaveAllButton } from '../../../work/runs/RunSelection.tsx';
import { AXIS_TITLES } from '../model/sweep.ts';
import { COMPARED_CLIPS, useVideo, useVideoSession } from '../session/index.ts';
import classes from './Clips.module.css';
import { Stars } from './Stars.tsx';
import type { Clips } from './use-clips.ts';

export function ClipListHead({ clips }: { readonly clips: Clips }) {
  const groupId = useVideo((state) => state.groupId);
  return (
    <div className={classes['head']}>
      {groupId === undefined ? <Title clips={clips} /> : <GroupTitle clips={clips} />}
      <Selection clips={clips} />
    </div>
  );
}

function Title({ clips }: { readonly clips: Clips }) {
  const { clips: actions, runs } = useVideoSession();
  const saving = useVideo((state) => state.saving);
  const leastStars = useVideo((state) => state.leastStars);
  const areClipsPaused = useSetting('areClipsPaused');
  const update = useUpdateSettings();
  return (
    <div className={classes['headRow']}>
      <Text component="h2" size="sm" fw={600}>
        Clips
      </Text>
      <Stars
        label="Show clips with at least"
        value={leastStars}
        onChange={(stars) => actions.filterByStars(stars)}
      />
      <SaveAllButton runs={runs} pages={clips} saving={saving} />
      <IconButton
        label="Pause all clips in the list"
        tip={areClipsPaused ? 'Play clips on hover' : 'Pause all clips in the list'}
        icon={areClipsPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
        aria-pressed={areClipsPaused}
        onClick={() => update({ areClipsPaused: !areClipsPaused })}
      />
    </div>
  );
}

function GroupTitle({ clips }: { readonly clips: Clips }) {
  const { clips: actions, runs } = useVideoSession();
  const saving = useVideo((state) => state.saving);
  const members = clips.order;
  const cost = costOf(members);
  const axis = members[0]?.sweep?.axis;
  const finished = members.filter(({ outputs }) => outputs.length > 0).map(({ id }) => id);
  return (
    <>
      <div className={classes['headRow']}>
        <IconButton
          label="All clips"
          tip="All clips (Escape)"
          icon={<IconArrowLeft size={16} />}
          onClick={() => actions.openGroup(undefined)}
        />
        <Text component="h2" size="sm" fw={600} className={classes['grow'] ?? ''}>
          {axis === undefined ? 'Clips of one run' : `Sweep: ${AXIS_TITLES[axis].toLowerCase()}`}
        </Text>
        <SaveAllButton runs={runs} pages={clips} saving={saving} />
        <Button
          leftSection={<IconColumns2 size={16} />}
          disabled={finished.length < COMPARED_CLIPS.least}
          onClick={() => actions.compare(finished.slice(0, COMPARED_CLIPS.most))}
        >
          Compare
        </Button>
      </div>
      <Group gap="xs" justify="space-between">
        <Text size="xs" c="dimmed" role="status">
          {describeGroup(members)}
          {cost !== undefined && ` · ${formatMoney(cost)}`}
        </Text>
        <CancelWaiting jobs={members} runs={runs} />
      </Group>
    </>
  );
}

function Selection({ clips }: { readonly clips: Clips }) {
  const { clips: actions, runs } = useVideoSession();
  const saving = useVideo((state) => state.saving);
  const selected = useVideo((state) => state.selected);
  const isTooMany = selected.length > COMPARED_CLIPS.most;
  return (
    <RunSelection
      runs={runs}
      selected={selected}
      saving={saving}
      jobs={clips.jobs}
      note={isTooMany ? `. Compare shows up to ${COMPARED_CLIPS.most}.` : undefined}
    >
      <Button
        size="compact-xs"
        disabled={isTooMany || selected.length < COMPARED_CLIPS.least}
        onClick={() => actions.compare(selected)}
      >
        Compare
      </Button>
    </RunSelection>
  );
}
