/** How clips are compared: the modes, what is matched, and the way back. */
import { ActionIcon, CloseButton, NativeSelect, SegmentedControl, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconCamera } from '@tabler/icons-react';
import type { MatchMode } from '../../../clips/match.ts';
import classes from '../player/Player.module.css';
import {
  GAINS,
  leftClips,
  undoDrop,
  type CompareMode,
  type CompareState,
} from './compare-state.ts';
import type { ChangeCompare } from './use-compare-commands.ts';

const MODES: readonly { readonly value: CompareMode; readonly label: string }[] = [
  { value: 'side-by-side', label: 'Side by side' },
  { value: 'split', label: 'Split line' },
  { value: 'flicker', label: 'Flicker' },
  { value: 'difference', label: 'Difference' },
];

const MATCHES: readonly { readonly value: MatchMode; readonly label: string }[] = [
  { value: 'frame', label: 'Match by frame' },
  { value: 'moment', label: 'Match by moment' },
  { value: 'time', label: 'Match by time' },
];

export function CompareBar(props: {
  readonly state: CompareState;
  readonly match: MatchMode;
  readonly titles: readonly string[];
  readonly change: ChangeCompare;
  readonly onSave: () => void;
  readonly onClose: () => void;
}) {
  const { state, match, titles, change, onSave, onClose } = props;
  const left = leftClips(state);
  const isPair = state.mode === 'split' || (state.mode === 'difference' && !state.isToFirst);
  return (
    <div className={`${classes['row']} ${classes['push']}`}>
      {left.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label="Comparison mode"
          data={[...MODES]}
          value={state.mode}
          onChange={(mode) => change((now) => ({ ...now, mode, isAlone: false }))}
        />
      )}
      {isPair && left.length > 2 && (
        <>
          <SideSelect side={0} state={state} titles={titles} change={change} />
          <SideSelect side={1} state={state} titles={titles} change={change} />
        </>
      )}
      {state.mode === 'difference' && <DifferenceFields state={state} change={change} />}
      <NativeSelect
        size="xs"
        aria-label="Match"
        data={[...MATCHES]}
        value={match}
        onChange={({ currentTarget: { value } }) =>
          change((now) => ({ ...now, match: MATCHES.find((each) => each.value === value)?.value }))
        }
      />
      {state.dropped.length > 0 && (
        <Tooltip label="Bring the dropped clip back (Ctrl+Z)">
          <ActionIcon aria-label="Bring the dropped clip back" onClick={() => change(undoDrop)}>
            <IconArrowBackUp size={18} />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label="Save compared frames (Alt+S)">
        <ActionIcon aria-label="Save compared frames" onClick={onSave}>
          <IconCamera size={18} />
        </ActionIcon>
      </Tooltip>
      <CloseButton aria-label="Close comparison" onClick={onClose} />
    </div>
  );
}

function SideSelect(props: {
  readonly side: 0 | 1;
  readonly state: CompareState;
  readonly titles: readonly string[];
  readonly change: ChangeCompare;
}) {
  const { side, state, titles, change } = props;
  return (
    <NativeSelect
      size="xs"
      w={120}
      aria-label={side === 0 ? 'First clip' : 'Second clip'}
      data={leftClips(state).map((index) => ({
        value: String(index),
        label: titles[index] ?? '',
      }))}
      value={String(state.pair[side])}
      onChange={({ currentTarget: { value } }) =>
        change((now) => {
          const index = Number(value);
          const [first, second] = now.pair;
          return { ...now, pair: side === 0 ? [index, second] : [first, index] };
        })
      }
    />
  );
}

function DifferenceFields(props: { readonly state: CompareState; readonly change: ChangeCompare }) {
  const { state, change } = props;
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label="Difference to"
        data={[
          { value: 'clip', label: 'To the other clip' },
          { value: 'first', label: 'To its own first frame' },
        ]}
        value={state.isToFirst ? 'first' : 'clip'}
        onChange={({ currentTarget: { value } }) =>
          change((now) => ({ ...now, isToFirst: value === 'first' }))
        }
      />
      <NativeSelect
        size="xs"
        w={76}
        aria-label="Gain"
        data={GAINS.map((gain) => ({ value: String(gain), label: `${gain}×` }))}
        value={String(state.gain)}
        onChange={({ currentTarget: { value } }) =>
          change((now) => ({ ...now, gain: Number(value) }))
        }
      />
    </>
  );
}
