import { Center, CloseButton, Menu, Select } from '@mantine/core';
import {
  IconArrowBackUp,
  IconColumns2,
  IconContrast,
  IconLayersDifference,
  IconSwitchHorizontal,
} from '@tabler/icons-react';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import type { MatchMode } from '../../../viewer/clips/match.ts';
import { PickMenu, type Pick } from '../player/PickMenu.tsx';
import {
  GAINS,
  leftClips,
  undoDrop,
  type CompareMode,
  type CompareState,
} from './compare-state.ts';
import type { ChangeCompare } from './use-compare-commands.ts';
import { COMPARE } from '../commands/video-commands.ts';
import { Segments } from '../../../core/ui/Segments.tsx';

const MODES = [
  { value: 'side-by-side', label: 'Side by side', Icon: IconColumns2 },
  { value: 'split', label: 'Split line', Icon: IconContrast },
  { value: 'flicker', label: 'Flicker', Icon: IconSwitchHorizontal },
  { value: 'difference', label: 'Difference', Icon: IconLayersDifference },
] as const satisfies readonly { readonly value: CompareMode; readonly [part: string]: unknown }[];

const MATCHES: readonly Pick<MatchMode>[] = [
  { value: 'frame', label: 'By frame' },
  { value: 'moment', label: 'By moment' },
  { value: 'time', label: 'By time' },
];

const MODE_DATA = MODES.map(({ value, label, Icon }) => ({
  value,
  label: (
    <Center data-tip={label} component="span">
      <Icon size={16} aria-label={label} />
    </Center>
  ),
}));

export function CompareBar(props: {
  readonly state: CompareState;
  readonly match: MatchMode;
  readonly titles: readonly string[];
  readonly change: ChangeCompare;
  readonly onClose: () => void;
}) {
  const { nameWithKeys } = useKeyNames();
  const { state, match, titles, change, onClose } = props;
  const left = leftClips(state);
  const isPair = state.mode === 'split' || (state.mode === 'difference' && !state.isToFirst);
  return (
    <>
      {left.length > 1 && (
        <Segments
          aria-label="Comparison mode"
          data={MODE_DATA}
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
      <PickMenu
        name="Match"
        hint="Match clips by frame, moment, or time"
        value={match}
        picks={MATCHES}
        onPick={(picked) => change((now) => ({ ...now, match: picked }))}
      />
      {state.dropped.length > 0 && (
        <IconButton
          label={COMPARE.undo.title}
          tip={nameWithKeys(COMPARE.undo.title, COMPARE.undo)}
          icon={<IconArrowBackUp size={16} />}
          onClick={() => change(undoDrop)}
        />
      )}
      <CloseButton aria-label="Close comparison" onClick={onClose} />
    </>
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
    <Select
      size="xs"
      w={120}
      checkIconPosition="right"
      aria-label={side === 0 ? 'First clip' : 'Second clip'}
      data={leftClips(state).map((index) => ({ value: String(index), label: titles[index] ?? '' }))}
      value={String(state.pair[side])}
      onChange={(value) =>
        change((now) => {
          const index = Number(value);
          const [first, second] = now.pair;
          return { ...now, pair: side === 0 ? [index, second] : [first, index] };
        })
      }
    />
  );
}

const TO = [
  { value: 'clip', label: 'To the other clip', short: 'To clip' },
  { value: 'first', label: 'To its own first frame', short: 'To frame 1' },
] as const;

function DifferenceFields(props: { readonly state: CompareState; readonly change: ChangeCompare }) {
  const { state, change } = props;
  const gain = String(state.gain);
  return (
    <PickMenu
      name="Difference"
      value={state.isToFirst ? 'first' : 'clip'}
      picks={TO.map((each) => ({ ...each, short: `${each.short}, ${gain}×` }))}
      onPick={(to) => change((now) => ({ ...now, isToFirst: to === 'first' }))}
    >
      <Menu.Divider />
      <Menu.Label>Gain (Shift+D)</Menu.Label>
      <Menu.RadioGroup
        value={gain}
        onChange={(next) => change((now) => ({ ...now, gain: Number(next) }))}
      >
        {GAINS.map((each) => (
          <Menu.RadioItem key={each} value={String(each)} closeMenuOnClick>
            {each}×
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </PickMenu>
  );
}
