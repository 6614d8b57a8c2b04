import { Button, Checkbox, Select, Slider } from '@mantine/core';
import {
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconContrast2,
  IconLassoPolygon,
  IconUsers,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Settings } from '../../../../shared/contract/settings.ts';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import type { CommandInfo } from '../../../core/commands/commands.ts';
import type { ToolName } from '../canvas/index.ts';
import { useStudio, useStudioSession } from '../session/index.ts';
import { TypedValue } from '../../../core/ui/TypedValue.tsx';
import { levelOfText, lineWidthOfText } from '../model/typed-values.ts';
import { ModeOption } from './ModeOption.tsx';
import { BarButton } from './BarButton.tsx';
import { Option } from './Option.tsx';
import { Loading } from '../../../core/ui/Loading.tsx';
import { SELECTING } from '../commands/studio-commands.ts';
import { SmallStatus } from '../../../core/ui/variants.ts';

type Options = Settings['selecting'];

const AFTER_LOOP: readonly { readonly value: Options['afterLoop']; readonly label: string }[] = [
  { value: 'propose', label: 'Preview' },
  { value: 'accept', label: 'Add' },
  { value: 'run', label: 'Run' },
];

export default function SelectingOptions(props: {
  readonly tool: Extract<ToolName, 'object' | 'line' | 'wand' | 'spots'>;
  readonly isDisabled: boolean;
}) {
  const { tool, isDisabled } = props;
  return (
    <>
      {tool !== 'spots' && (
        <>
          <ModeOption isDisabled={isDisabled} />
          <ProposalButtons />
        </>
      )}
      {tool === 'object' && <ObjectOptions isDisabled={isDisabled} />}
      {tool === 'line' && <LineOptions isDisabled={isDisabled} />}
      {tool === 'wand' && <WandOptions isDisabled={isDisabled} />}
      {tool === 'spots' && <SpotOptions isDisabled={isDisabled} />}
      <Busy />
    </>
  );
}

/** Returns options and a setter, which calls `changed` once the tools see them. */
function useOptions(): readonly [
  Options,
  (changes: Partial<Options>, changed?: () => void) => void,
] {
  const options = useSetting('selecting');
  const update = useUpdateSettings();
  return [
    options,
    (changes, changed) => update({ selecting: { ...options, ...changes } }, changed),
  ];
}

/** Repeats the proposed selection with the current options. */
function useAgain(): () => void {
  const selecting = useStudioSession()?.selecting;
  return () => selecting?.again();
}

function ObjectOptions({ isDisabled }: { readonly isDisabled: boolean }) {
  const [{ afterLoop, withShadow }, update] = useOptions();
  const again = useAgain();
  return (
    <>
      <Checkbox
        label="Shadow"
        disabled={isDisabled}
        checked={withShadow}
        onChange={({ currentTarget }) => update({ withShadow: currentTarget.checked }, again)}
      />
      <SizeButtons isDisabled={isDisabled} />
      <Option label="On release">
        <Select
          w="calc(2 * var(--gesso-number))"
          aria-label="On release"
          disabled={isDisabled}
          data={[...AFTER_LOOP]}
          value={afterLoop}
          onChange={(value) => {
            const wanted = AFTER_LOOP.find((each) => each.value === value);
            if (wanted !== undefined) update({ afterLoop: wanted.value });
          }}
        />
      </Option>
    </>
  );
}

function SizeButtons({ isDisabled }: { readonly isDisabled: boolean }) {
  const readings = useStudio((state) => state.selecting.proposal?.readings ?? 1);
  const button = (Icon: Icon, command: CommandInfo, isOff = isDisabled) => (
    <BarButton label={command.title} keys={command} icon={<Icon size={16} />} isDisabled={isOff} />
  );
  const isOff = isDisabled || readings < 2;
  return (
    <>
      {button(IconLassoPolygon, SELECTING.showObjects)}
      {button(IconUsers, SELECTING.selectPeople)}
      {button(IconArrowsMinimize, SELECTING.smallerObject, isOff)}
      {button(IconArrowsMaximize, SELECTING.largerObject, isOff)}
    </>
  );
}

function LineOptions({ isDisabled }: { readonly isDisabled: boolean }) {
  const [{ lineWidth }, update] = useOptions();
  const again = useAgain();
  return (
    <Option
      data-tip="Line width: a number of pixels, or Auto for as wide as the line is"
      label="Width"
    >
      <TypedValue
        label="Line width in photo pixels, or Auto"
        value={lineWidth === undefined ? 'Auto' : `${lineWidth} px`}
        width={8}
        isDisabled={isDisabled}
        onEnter={(text) => {
          const entered = lineWidthOfText(text);
          if (entered !== undefined) {
            update({ lineWidth: entered === 'auto' ? undefined : entered }, again);
          }
          return entered !== undefined;
        }}
      />
    </Option>
  );
}

function WandOptions({ isDisabled }: { readonly isDisabled: boolean }) {
  const [{ tolerance, isContiguous }, update] = useOptions();
  const again = useAgain();
  return (
    <>
      <SliderOption
        label="Tolerance"
        max={255}
        value={tolerance}
        isDisabled={isDisabled}
        onChange={(value) => update({ tolerance: value }, again)}
      />
      <Checkbox
        label="Contiguous"
        disabled={isDisabled}
        checked={isContiguous}
        onChange={({ currentTarget }) => update({ isContiguous: currentTarget.checked }, again)}
      />
    </>
  );
}

function SpotOptions({ isDisabled }: { readonly isDisabled: boolean }) {
  const [{ spotSensitivity }, update] = useOptions();
  const selecting = useStudioSession()?.selecting;
  const found = useStudio((state) => state.selecting.spots);
  const isViewShown = useStudio((state) => state.selecting.isSpotsViewShown);
  const total = found?.spots.length ?? 0;
  return (
    <>
      <SliderOption
        label="Sensitivity"
        max={100}
        value={spotSensitivity}
        isDisabled={isDisabled}
        onChange={(value) => {
          update({ spotSensitivity: value }, () => {
            if (found !== undefined || isViewShown) void selecting?.findSpots();
          });
        }}
      />
      <BarButton
        label={isViewShown ? 'Hide the view of spots' : 'Show the view of spots'}
        keys={SELECTING['spotsView.show']}
        icon={<IconContrast2 size={16} />}
        isPressed={isViewShown}
        isDisabled={isDisabled}
        onClick={() => void selecting?.toggleSpotsView()}
      />
      {found === undefined ? (
        <Button disabled={isDisabled} onClick={() => void selecting?.findSpots()}>
          Find spots
        </Button>
      ) : (
        <>
          <BarButton
            label="Previous spot"
            keys={SELECTING.previousSpot}
            icon={<IconChevronLeft size={16} />}
            isDisabled={total === 0}
          />
          <SmallStatus>
            {total === 0 ? 'No spots' : `${found.index + 1} / ${total}${found.isCut ? '+' : ''}`}
          </SmallStatus>
          <BarButton
            label="Next spot"
            keys={SELECTING.nextSpot}
            icon={<IconChevronRight size={16} />}
            isDisabled={total === 0}
          />
          <BarButton
            label="Add spot to mask"
            keys="Enter"
            icon={<IconCheck size={16} />}
            isDisabled={total === 0}
            onClick={() => selecting?.acceptSpot()}
          />
          <BarButton
            label="Leave spot out"
            keys="Delete"
            icon={<IconX size={16} />}
            isDisabled={total === 0}
            onClick={() => selecting?.dismissSpot()}
          />
          <Button disabled={total === 0} onClick={() => selecting?.acceptAllSpots()}>
            Add all
          </Button>
        </>
      )}
    </>
  );
}

/** From 0; saves the setting when the thumb is released. */
function SliderOption(props: {
  readonly label: string;
  readonly max: number;
  readonly value: number;
  readonly isDisabled: boolean;
  readonly onChange: (value: number) => void;
}): ReactNode {
  const { label, max, value, isDisabled, onChange } = props;
  return (
    <Option label={label}>
      <Slider
        // remounts for a value from elsewhere
        key={value}
        w="var(--gesso-label)"
        min={0}
        max={max}
        thumbLabel={label}
        disabled={isDisabled}
        defaultValue={value}
        onChangeEnd={onChange}
      />
      <TypedValue
        label={`${label}, a number`}
        value={String(value)}
        width={4}
        isDisabled={isDisabled}
        onEnter={(text) => {
          const entered = levelOfText(text, max);
          if (entered !== undefined) onChange(entered);
          return entered !== undefined;
        }}
      />
    </Option>
  );
}

/** Always rendered, so that nothing moves when a selection appears. */
function ProposalButtons() {
  const selecting = useStudioSession()?.selecting;
  const proposal = useStudio((state) => state.selecting.proposal);
  const people = useStudio((state) => state.selecting.people);
  const canAdd = proposal !== undefined || (people?.ticked.size ?? 0) > 0;
  const target =
    proposal?.subtract === true ? 'Subtract selection from mask' : 'Add selection to mask';
  return (
    <>
      <BarButton
        label={target}
        keys="Enter"
        icon={<IconCheck size={16} />}
        isDisabled={!canAdd}
        onClick={() => selecting?.accept()}
      />
      <BarButton
        label="Drop selection"
        keys={SELECTING.dropSelection}
        icon={<IconX size={16} />}
        isDisabled={proposal === undefined && people === undefined}
        onClick={() => selecting?.drop()}
      />
    </>
  );
}

function Busy() {
  const isBusy = useStudio((state) => state.selecting.isBusy);
  return isBusy ? <Loading label="Selecting" size={16} /> : null;
}
