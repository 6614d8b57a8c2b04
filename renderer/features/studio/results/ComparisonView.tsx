/** Over the canvas while two states are compared: which they are, how they are shown, and the way back. */
import {
  ActionIcon,
  Button,
  CloseButton,
  NativeSelect,
  SegmentedControl,
  Slider,
  Text,
  Tooltip,
} from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconArrowsLeftRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useStudio } from '../session/studio-store.ts';
import { nameOfState, stateGroups, type StateGroup } from './photo-states.ts';
import classes from './Results.module.css';
import {
  compare,
  endComparing,
  flip,
  FLICKER_RATE,
  useResults,
  type Compared,
  type ComparisonMode,
} from './results-store.ts';
import { SplitHandle } from './SplitHandle.tsx';

const MODES: { readonly value: ComparisonMode; readonly label: string }[] = [
  { value: 'split', label: 'Split line' },
  { value: 'side-by-side', label: 'Side by side' },
  { value: 'flicker', label: 'In turn' },
];

export function ComparisonView() {
  const compared = useResults((state) => state.compared);
  const kept = useResults((state) => state.kept);
  const patches = useStudio((state) => state.patches);
  const groups = useMemo(() => stateGroups(patches, kept), [patches, kept]);
  if (compared === undefined) return null;
  return (
    <>
      {compared.mode === 'split' && <SplitHandle />}
      {compared.mode === 'side-by-side' && <div className={classes['halves']} />}
      <StateNames compared={compared} groups={groups} />
      <div className={classes['bar']} role="region" aria-label="Comparing">
        <div className={classes['barRow']}>
          <StateSelect which="first" compared={compared} groups={groups} />
          <Tooltip label="Flip (X)">
            <ActionIcon size={28} aria-label="Flip the two states" onClick={flip}>
              <IconArrowsLeftRight size={18} />
            </ActionIcon>
          </Tooltip>
          <StateSelect which="second" compared={compared} groups={groups} />
          <CloseButton size="sm" aria-label="End comparing" onClick={endComparing} />
        </div>
        <div className={classes['barRow']}>
          <SegmentedControl
            size="xs"
            aria-label="How the states are shown"
            data={MODES}
            value={compared.mode}
            onChange={compare}
          />
          {compared.mode === 'flicker' && <Flickering />}
          <Text size="xs" c="dimmed">
            No painting while comparing; Esc goes back.
          </Text>
        </div>
      </div>
    </>
  );
}

function StateSelect(props: {
  readonly which: 'first' | 'second';
  readonly compared: Compared;
  readonly groups: readonly StateGroup[];
}) {
  const { which, compared, groups } = props;
  return (
    <NativeSelect
      size="xs"
      w={180}
      aria-label={which === 'first' ? 'First state' : 'Second state'}
      value={compared[which]}
      onChange={(event) => {
        const next = { ...compared, [which]: event.currentTarget.value };
        useResults.setState({ compared: next });
      }}
    >
      {groups.map(({ name, states }) => {
        const options = states.map((state) => (
          <option key={state.id} value={state.id}>
            {state.name}
          </option>
        ));
        return name === undefined ? (
          options
        ) : (
          <optgroup key={name} label={name}>
            {options}
          </optgroup>
        );
      })}
    </NativeSelect>
  );
}

/** What is seen where. */
function StateNames(props: {
  readonly compared: Compared;
  readonly groups: readonly StateGroup[];
}) {
  const { compared, groups } = props;
  const side = useResults((state) => state.side);
  if (compared.mode === 'flicker') {
    return (
      <div className={`${classes['stateName']} ${classes['stateOnly']}`} data-testid="state">
        {nameOfState(compared[side], groups)}
      </div>
    );
  }
  return (
    <>
      <div className={`${classes['stateName']} ${classes['stateFirst']}`} data-testid="first-state">
        {nameOfState(compared.first, groups)}
      </div>
      <div
        className={`${classes['stateName']} ${classes['stateSecond']}`}
        data-testid="second-state"
      >
        {nameOfState(compared.second, groups)}
      </div>
    </>
  );
}

function Flickering() {
  const isFlickering = useResults((state) => state.isFlickering);
  const rate = useResults((state) => state.rate);
  const isStill = useReducedMotion();
  const byHand = (
    <Button variant="default" onClick={flip}>
      Flip by hand (X)
    </Button>
  );
  // the system asks for less motion: nothing changes by itself
  if (isStill) return byHand;
  const label = isFlickering ? 'Stop changing by itself' : 'Change by itself';
  return (
    <>
      <Tooltip label={label}>
        <ActionIcon
          size={28}
          aria-label={label}
          onClick={() => useResults.setState({ isFlickering: !isFlickering })}
        >
          {isFlickering ? <IconPlayerPause size={18} /> : <IconPlayerPlay size={18} />}
        </ActionIcon>
      </Tooltip>
      {isFlickering ? (
        <>
          <Slider
            w={110}
            size="sm"
            label={null}
            thumbLabel="Changes a second"
            min={FLICKER_RATE.min}
            max={FLICKER_RATE.max}
            step={FLICKER_RATE.step}
            value={rate}
            onChange={(value) => useResults.setState({ rate: value })}
          />
          <Text size="xs" c="dimmed" w={44}>
            {rate.toFixed(1)} / s
          </Text>
        </>
      ) : (
        byHand
      )}
    </>
  );
}
