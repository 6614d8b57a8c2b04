import {
  Button,
  Center,
  CloseButton,
  type ComboboxItem,
  type ComboboxItemGroup,
  Group,
  Select,
  Slider,
  Stack,
  Text,
} from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import {
  IconArrowsLeftRight,
  IconGripHorizontal,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { FLICKER_RATE } from './flicker.ts';
import { useMovableBar } from './use-movable-bar.ts';
import { COMPARED, type ComparisonMode } from '../viewer-types.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from './Comparison.module.css';
import { Segments } from '../../../core/ui/Segments.tsx';

const MODES: readonly { readonly value: ComparisonMode; readonly label: string }[] = [
  { value: 'split', label: 'Split line' },
  { value: 'side-by-side', label: 'Side by side' },
  { value: 'flicker', label: 'Flicker' },
];

interface StateChoices {
  readonly name: string | undefined;
  readonly states: readonly { readonly id: string; readonly name: string }[];
}

interface StateChoice {
  readonly label: string;
  readonly value: string;
  readonly groups: readonly StateChoices[];
  readonly onChange: (id: string) => void;
}

interface Flickering {
  readonly isOn: boolean;
  /** Changes per second, see `FLICKER_RATE`. */
  readonly rate: number;
  readonly onToggle: (isOn: boolean) => void;
  readonly onRate: (rate: number) => void;
}

interface Props {
  readonly mode: ComparisonMode;
  readonly count: number;
  readonly onMode: (mode: ComparisonMode) => void;
  /** Empty if the states are fixed. */
  readonly choices: readonly StateChoice[];
  readonly flickering: Flickering;
  readonly onFlip: () => void;
  readonly onClose?: (() => void) | undefined;
  readonly note?: ReactNode;
  /** Area that the bar must not cover when it appears, as shares of the stage's sides. */
  readonly beside?: Rect | undefined;
}

/** Must be a sibling of the stage. */
export function ComparisonBar(props: Props) {
  const { mode, count, onMode, choices, flickering, onFlip, onClose, note, beside } = props;
  const { bar, grip, edge } = useMovableBar(beside);
  const [first, ...others] = choices;
  const close = onClose && (
    <CloseButton size="sm" aria-label="Close comparison" onClick={onClose} />
  );
  const swap = count === 2 && (
    <IconButton
      label="Swap sides"
      tip="Swap sides (X)"
      icon={<IconArrowsLeftRight size={16} />}
      onClick={onFlip}
    />
  );
  return (
    <Stack
      ref={bar}
      gap="2xs"
      pos="absolute"
      // at the bottom it stays above the names of the states
      inset={
        edge === 'bottom'
          ? 'auto var(--gesso-space-xs) var(--gesso-source)'
          : 'var(--gesso-space-xs) var(--gesso-space-xs) auto'
      }
      w="fit-content"
      mx="auto"
      className={shared['float'] ?? ''}
      style={{ zIndex: 3 }}
      role="region"
      aria-label="Comparison"
    >
      <Center
        component="button"
        type="button"
        h="var(--gesso-space-sm)"
        my="-3xs"
        bdrs="sm"
        className={classes['grip'] ?? ''}
        aria-label="Move comparison bar"
        {...grip}
      >
        <IconGripHorizontal size={16} />
      </Center>
      {first !== undefined && (
        <Group gap="2xs" justify="center">
          <StateSelect choice={first} />
          {swap}
          {others.map((choice) => (
            <StateSelect key={choice.label} choice={choice} />
          ))}
          {close}
        </Group>
      )}
      <Group gap="2xs" justify="center">
        <Segments
          aria-label="Comparison mode"
          data={MODES.filter(({ value }) => value !== 'split' || count <= COMPARED.mostInSplit)}
          value={mode}
          onChange={onMode}
        />
        {mode === 'flicker' && <FlickerControls flickering={flickering} onFlip={onFlip} />}
        {first === undefined && mode !== 'flicker' && swap}
        {note !== undefined && (
          <Text size="xs" c="dimmed">
            {note}
          </Text>
        )}
        {first === undefined && close}
      </Group>
    </Stack>
  );
}

function StateSelect({ choice }: { readonly choice: StateChoice }) {
  const { label, value, groups, onChange } = choice;
  return (
    <Select
      size="xs"
      w={180}
      aria-label={label}
      checkIconPosition="right"
      data={groups.flatMap(
        ({ name, states }): (ComboboxItem | ComboboxItemGroup<ComboboxItem>)[] => {
          const items = states.map(({ id, name: state }) => ({ value: id, label: state }));
          return name === undefined ? items : [{ group: name, items }];
        },
      )}
      value={value}
      onChange={(next) => {
        if (next !== null) onChange(next);
      }}
    />
  );
}

export function FlickerControls(props: {
  readonly flickering: Flickering;
  /** True in a toolbar: hides the speed text. */
  readonly isSmall?: boolean;
  readonly onFlip: () => void;
}) {
  const { flickering, isSmall = false, onFlip } = props;
  const { isOn, rate, onToggle, onRate } = flickering;
  const isStill = useReducedMotion();
  const next = <Button onClick={onFlip}>Next state (X)</Button>;
  // the system asks for reduced motion
  if (isStill) return next;
  const label = isOn ? 'Pause' : 'Play';
  return (
    <>
      <IconButton
        label={label}
        icon={isOn ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        onClick={() => onToggle(!isOn)}
      />
      {isOn ? (
        <>
          <Slider
            w={isSmall ? 72 : 110}
            label={null}
            thumbLabel="Speed, changes per second"
            min={FLICKER_RATE.min}
            max={FLICKER_RATE.max}
            step={FLICKER_RATE.step}
            value={rate}
            onChange={onRate}
          />
          {!isSmall && (
            <Text size="xs" c="dimmed" w={44}>
              {rate.toFixed(1)} / s
            </Text>
          )}
        </>
      ) : (
        next
      )}
    </>
  );
}
