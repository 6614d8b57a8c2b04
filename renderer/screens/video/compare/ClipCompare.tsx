import { Center, Stack, Box, Table } from '@mantine/core';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { useCompareSlot } from '../toolbar/VideoToolbar.tsx';
import { openedClips, type ComparedClip, type OpenedClip, clipLetter } from './compared-clips.ts';
import { isLeftAlone } from '../../../viewer/clips/left-alone.ts';
import { useClipSnapshots, useClock, useHeldClips } from '../../../viewer/clips/use-clips.ts';
import type { Clip } from '../../../viewer/clips/clips.ts';
import { leadingClip, usualMatch } from '../../../viewer/clips/match.ts';
import { DAMAGE_WORDS, clipFailureWords } from '../player/clip-words.ts';
import { Scrubber } from '../player/Scrubber.tsx';
import { Transport } from '../player/Transport.tsx';
import { useClipStart } from '../../../viewer/clips/use-clip-start.ts';
import { useTransportCommands } from '../player/use-transport-commands.ts';
import classes from '../Video.module.css';
import { CompareBar } from './CompareBar.tsx';
import { CompareStage } from './CompareStage.tsx';
import { startOfCompare, type CompareState } from './compare-state.ts';
import { differingSettings, type SettingsRow } from './settings-table.ts';
import { useCompareCommands } from './use-compare-commands.ts';
import { count } from '../../../core/ui/format.ts';
import { SmallNote } from '../../../core/ui/variants.ts';

interface ClipCompareProps {
  /** Two to four. */
  readonly clips: readonly ComparedClip[];
  readonly onClose: () => void;
  readonly onFocus: (job: ComparedClip['job']) => void;
  /** The last clip that is left, or the focused one, was chosen. */
  readonly onPick: (job: ComparedClip['job']) => void;
}

/** Keys belong to it while its screen is in front. */
export function ClipCompare({ clips, onClose, onFocus, onPick }: ClipCompareProps) {
  const opened = openedClips(clips);
  const alone = opened.find(({ file }) => isLeftAlone(file));
  // a damaged clip that is left alone is not opened, and without it there is nothing to compare
  const taken = useHeldClips(alone === undefined ? opened.map(({ file }) => file) : []);
  const snapshots = useClipSnapshots(taken);
  const failed = snapshots.findIndex(({ status }) => status.kind === 'failed');
  const failure = snapshots[failed]?.status;
  if (alone?.file.damage !== undefined) {
    return (
      <Center h="100%" p="lg" c="var(--gesso-on-ground-2)" role="alert">
        {alone.title}: {DAMAGE_WORDS[alone.file.damage]}
      </Center>
    );
  }
  if (failure?.kind === 'failed') {
    return (
      <Center h="100%" p="lg" c="var(--gesso-on-ground-2)" role="alert">
        {opened[failed]?.title}:{' '}
        {clipFailureWords(failure.failure, opened[failed]?.file.clip?.codec)}
      </Center>
    );
  }
  const isOpen =
    taken.length === opened.length && snapshots.every(({ head }) => head !== undefined);
  if (!isOpen || taken.length === 0) return null;
  return (
    // a change of clips resets the comparison
    <OpenCompare
      key={opened.map(({ file }) => file.url).join(' ')}
      opened={opened}
      taken={taken}
      onClose={onClose}
      onFocus={onFocus}
      onPick={onPick}
    />
  );
}

function OpenCompare(props: {
  readonly opened: readonly OpenedClip[];
  readonly taken: readonly Clip[];
  readonly onClose: () => void;
  readonly onFocus: ClipCompareProps['onFocus'];
  readonly onPick: ClipCompareProps['onPick'];
}) {
  const { opened, taken, onClose, onFocus, onPick } = props;
  const snapshots = useClipSnapshots(taken);
  const [state, change] = useState<CompareState>(() => startOfCompare(taken.length));
  const [isCovered, setCovered] = useState(false);
  const clock = useClock();
  const focused = opened[state.focused]?.job;
  const tellFocus = useEffectEvent(() => focused && onFocus(focused));
  useEffect(() => tellFocus(), [focused?.id]);
  const isReady = snapshots.every(({ status }) => status.kind === 'ready');

  const matched = snapshots.map(({ times }, index) => ({
    times,
    offset: state.offsets[index] ?? 0,
  }));
  const match = state.match ?? usualMatch(matched);
  const left = matched
    .map((_clip, index) => index)
    .filter((index) => !state.dropped.includes(index));
  const leaderOfLeft = leadingClip(
    left.flatMap((index) => matched[index] ?? []),
    match,
  );
  const leader = left[leaderOfLeft] ?? 0;
  const lead = snapshots[leader]?.times ?? [];
  useClipStart(clock, lead, isReady);
  useTransportCommands(clock, lead, setCovered);
  const slot = useCompareSlot(({ element }) => element);
  useCompareCommands({ opened, taken, clock, lead, match, state, change });

  const sizes = useMemo(
    () => taken.map(({ snapshot }) => snapshot.head?.size ?? { width: 1, height: 1 }),
    [taken],
  );
  const table = useMemo(
    () => differingSettings(opened.map(({ job, file }) => ({ job, output: file }))),
    [opened],
  );
  const leadClip = taken[leader];
  const leadSize = sizes[leader];
  return (
    <Stack gap={0} h="100%" bg="var(--gesso-ground)" data-clip-player>
      {slot !== null &&
        createPortal(
          <CompareBar
            state={state}
            match={match}
            titles={opened.map(({ title }) => title)}
            change={change}
            onClose={onClose}
          />,
          slot,
        )}
      <SettingsTable table={table} titles={opened.map(({ title }) => title)} />
      <CompareStage
        opened={opened}
        taken={taken}
        sizes={sizes}
        clock={clock}
        state={state}
        match={match}
        lead={lead}
        isCovered={isCovered}
        change={change}
        onPick={onPick}
      />
      <div className={classes['controls']} role="group" aria-label="Player">
        <Transport
          clock={clock}
          times={lead}
          isDisabled={!isReady}
          scrubber={
            leadClip !== undefined &&
            leadSize !== undefined && <Scrubber clip={leadClip} clock={clock} size={leadSize} />
          }
        />
      </div>
    </Stack>
  );
}

const COLUMNS = ['first', 'second', 'third', 'fourth'] as const;

function SettingsTable(props: {
  readonly table: { readonly rows: readonly SettingsRow[]; readonly equal: number };
  readonly titles: readonly string[];
}) {
  const { table, titles } = props;
  const { rows, equal } = table;
  return (
    <Box flex="none" px="sm" py="2xs" c="var(--gesso-text)" bg="var(--gesso-surface)">
      {rows.length > 0 && (
        <Table
          aria-label="Settings that differ"
          fz="xs"
          verticalSpacing="3xs"
          horizontalSpacing="2xs"
          withRowBorders={false}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              {titles.map((title, index) => (
                <Table.Th key={COLUMNS[index]} scope="col" fw={400} data-tip={title}>
                  {clipLetter(index)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ name, values }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400} c="dimmed">
                  {name}
                </Table.Th>
                {values.map((value, index) => (
                  <Table.Td key={COLUMNS[index]} aria-label={`${titles[index] ?? ''}: ${value}`}>
                    {value}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <SmallNote>
        {rows.length === 0
          ? 'These clips have the same settings.'
          : `${count(equal, 'setting')} the same.`}
      </SmallNote>
    </Box>
  );
}
