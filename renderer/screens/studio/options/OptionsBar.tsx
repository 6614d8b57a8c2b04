import { Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconLayersDifference } from '@tabler/icons-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { Toolbar, ToolbarLine } from '../../../base/frame/Frame.tsx';
import { isTurned, NO_TURN } from '../../../pictures/viewer/geometry/turn.ts';
import { GroundMenu } from '../../../base/frame/GroundMenu.tsx';
import type { ToolName } from '../canvas/index.ts';
import { SavingButtons } from '../saving/SavingButtons.tsx';
import { useCanvas, useResults, useStudio, useStudioSession } from '../session/index.ts';
import { BarButton } from './BarButton.tsx';
import { FoldingBar } from './FoldingBar.tsx';
import { MaskOption } from './MaskOption.tsx';
import { ModeOption } from './ModeOption.tsx';
import { PressureOption, useHasPen } from './PressureOption.tsx';
import { SizeOption } from './SizeOption.tsx';
import { TurnOption } from './TurnOption.tsx';
import { ZoomOption } from './ZoomOption.tsx';

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
  const tool = useCanvas((snapshot) => snapshot.tool);
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
        <FoldingBar label="Tool options">
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
  const session = useStudioSession();
  const canUndo = useCanvas((snapshot) => snapshot.canUndo) ?? false;
  const canRedo = useCanvas((snapshot) => snapshot.canRedo) ?? false;
  const turn = useCanvas((snapshot) => snapshot.turn) ?? NO_TURN;
  return (
    <>
      <BarButton
        label="Undo"
        keys="Mod+Z"
        icon={<IconArrowBackUp size={16} />}
        isDisabled={isDisabled || !canUndo}
        onClick={() => void session?.undo()}
      />
      <BarButton
        label="Redo"
        keys="Shift+Mod+Z"
        icon={<IconArrowForwardUp size={16} />}
        isDisabled={isDisabled || !canRedo}
        onClick={() => void session?.redo()}
      />
      <ToolbarLine />
      <ZoomOption />
      {isTurned(turn) && <TurnOption isDisabled={isDisabled} />}
    </>
  );
}

function CompareOption({ isDisabled }: { readonly isDisabled: boolean }) {
  const review = useStudioSession()?.review;
  const isComparing = useResults((state) => state.compared !== undefined);
  const hasResults = useStudio((state) => state.patches.length > 0);
  return (
    <BarButton
      label={isComparing ? 'Close comparison' : 'Compare with the original'}
      keys="C"
      icon={<IconLayersDifference size={16} />}
      isPressed={isComparing}
      isDisabled={isDisabled || (!hasResults && !isComparing)}
      onClick={() => review?.toggleComparing()}
    />
  );
}
