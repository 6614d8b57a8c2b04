import { Text, Box, ColorPicker, Popover, Slider, Stack } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconLayersDifference,
  IconPencil,
} from '@tabler/icons-react';
import { lazy, Suspense, type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { Toolbar, ToolbarLine } from '../../../core/frame/Frame.tsx';
import { isTurned, NO_TURN } from '../../../viewer/stage/geometry/turn.ts';
import { GroundMenu } from '../../../core/frame/GroundMenu.tsx';
import type { ToolName } from '../canvas/index.ts';
import { SavingButtons } from '../saving/SavingButtons.tsx';
import { useCanvas, useStudio, useStudioSession } from '../session/index.ts';
import { BarButton } from './BarButton.tsx';
import { FoldingBar } from './FoldingBar.tsx';
import { ModeOption } from './ModeOption.tsx';
import { SizeOption } from './SizeOption.tsx';
import { TurnOption } from './TurnOption.tsx';
import { ZoomOption } from './ZoomOption.tsx';
import { useSetting, useUpdateSettings } from '../../../core/backend/settings.ts';
import { MASK_COLORS } from '../model/mask-colors.ts';
import { MaskMenu } from '../MaskMenu.tsx';
import { EDIT, RESULTS } from '../commands/studio-commands.ts';

// not needed until one of its tools is active
const ResultBrushOptions = lazy(() => import('./ResultBrushOptions.tsx'));
const SelectingOptions = lazy(() => import('./SelectingOptions.tsx'));

const TOOL_NAMES: Readonly<Record<ToolName, string>> = {
  brush: 'Brush',
  eraser: 'Eraser',
  rectangle: 'Rectangle',
  lasso: 'Lasso',
  object: 'Object',
  line: 'Line',
  wand: 'Wand',
  spots: 'Spots',
  'text-box': 'Text box',
  hand: 'Hand',
  'result-brush': 'Result brush',
};

export default function OptionsBar() {
  const isReady = useStudio((state) => state.status === 'ready');
  const isEmpty = useStudio((state) => state.status === 'empty');
  const tool = useDeferredValue(useCanvas((snapshot) => snapshot.tool));
  const hasPen = useHasPen();
  return (
    <Toolbar
      label="Photo"
      end={
        <>
          {!isEmpty && <ViewOptions isDisabled={!isReady} />}
          <GroundMenu />
          {!isEmpty && <CompareOption isDisabled={!isReady} />}
          <ToolbarLine />
          <SavingButtons />
        </>
      }
    >
      {!isEmpty && tool !== undefined && (
        <FoldingBar>
          <Text fw={600}>{TOOL_NAMES[tool]}</Text>
          {tool !== 'hand' && <ToolbarLine />}
          {optionsOf(tool, !isReady, hasPen)}
          {tool !== 'hand' && tool !== 'text-box' && <MaskOption isDisabled={!isReady} />}
        </FoldingBar>
      )}
    </Toolbar>
  );
}

function optionsOf(tool: ToolName, isDisabled: boolean, hasPen: boolean): ReactNode {
  switch (tool) {
    case 'brush':
    case 'eraser':
      return (
        <>
          <SizeOption isDisabled={isDisabled} />
          {hasPen && <PressureOption isDisabled={isDisabled} />}
        </>
      );
    case 'rectangle':
    case 'lasso':
      return <ModeOption isDisabled={isDisabled} />;
    case 'object':
    case 'line':
    case 'wand':
    case 'spots':
      return (
        <Suspense fallback={null}>
          <SelectingOptions tool={tool} isDisabled={isDisabled} />
        </Suspense>
      );
    case 'result-brush':
      return (
        <Suspense fallback={null}>
          <ResultBrushOptions isDisabled={isDisabled} />
        </Suspense>
      );
    case 'hand':
    case 'text-box':
      return null;
  }
}

function ViewOptions({ isDisabled }: { readonly isDisabled: boolean }) {
  const canUndo = useCanvas((snapshot) => snapshot.canUndo) ?? false;
  const canRedo = useCanvas((snapshot) => snapshot.canRedo) ?? false;
  const turn = useCanvas((snapshot) => snapshot.turn) ?? NO_TURN;
  return (
    <>
      <BarButton
        label="Undo"
        keys={EDIT.undo}
        icon={<IconArrowBackUp size={16} />}
        isDisabled={isDisabled || !canUndo}
      />
      <BarButton
        label="Redo"
        keys={EDIT.redo}
        icon={<IconArrowForwardUp size={16} />}
        isDisabled={isDisabled || !canRedo}
      />
      <ToolbarLine />
      <ZoomOption />
      {isTurned(turn) && <TurnOption isDisabled={isDisabled} />}
    </>
  );
}

function CompareOption({ isDisabled }: { readonly isDisabled: boolean }) {
  const review = useStudioSession()?.review;
  const isComparing = useStudio((state) => state.results.compared !== undefined);
  const hasResults = useStudio((state) => state.patches.length > 0);
  return (
    <BarButton
      label={isComparing ? 'Close comparison' : 'Compare with the original'}
      keys={RESULTS['compare.begin']}
      icon={<IconLayersDifference size={16} />}
      isPressed={isComparing}
      isDisabled={isDisabled || (!hasResults && !isComparing)}
      onClick={() => review?.toggleComparing()}
    />
  );
}

function MaskOption({ isDisabled }: { readonly isDisabled: boolean }) {
  const maskColor = useSetting('maskColor');
  const maskOpacity = useSetting('maskOpacity');
  const update = useUpdateSettings();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Box component="span">
          <MaskMenu isDisabled={isDisabled} onColour={() => setOpen(true)} />
        </Box>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label="Mask colour and opacity">
        <Stack gap="sm" w={200}>
          <ColorPicker
            format="hex"
            size="sm"
            fullWidth
            saturationLabel="Saturation of the mask colour"
            hueLabel="Hue of the mask colour"
            swatches={MASK_COLORS}
            value={maskColor}
            onChangeEnd={(color) => update({ maskColor: color.toLowerCase() })}
          />
          <Slider
            size="md"
            min={10}
            max={90}
            step={5}
            label={(value) => `${value} %`}
            thumbLabel="Mask opacity"
            value={Math.round(maskOpacity * 100)}
            onChange={(value) => update({ maskOpacity: value / 100 })}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function PressureOption({ isDisabled }: { readonly isDisabled: boolean }) {
  const pressureChangesSize = useSetting('pressureChangesSize');
  const update = useUpdateSettings();
  return (
    <BarButton
      label="Pen pressure changes the size"
      icon={<IconPencil size={16} />}
      isPressed={pressureChangesSize}
      isDisabled={isDisabled}
      onClick={() => update({ pressureChangesSize: !pressureChangesSize })}
    />
  );
}

/** @returns whether a pen was detected since mounting */
function useHasPen(): boolean {
  const [hasPen, setHasPen] = useState(false);
  useEffect(() => {
    if (hasPen) return undefined;
    const controller = new AbortController();
    window.addEventListener(
      'pointerover',
      ({ pointerType }) => {
        if (pointerType === 'pen') setHasPen(true);
      },
      { capture: true, signal: controller.signal },
    );
    return () => controller.abort();
  }, [hasPen]);
  return hasPen;
}
