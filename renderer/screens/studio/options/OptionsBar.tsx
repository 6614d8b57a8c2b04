/** Above the canvas: the options of the tool in hand, then the mask and the view. */
import { IconLayersDifference } from '@tabler/icons-react';
import { lazy, Suspense, type ReactNode } from 'react';
import type { ToolName } from '../canvas/index.ts';
import { useCanvas, useResults, useStudio, useStudioSession } from '../session/index.ts';
import { FoldingBar } from './FoldingBar.tsx';
import { MarginOption } from './MarginOption.tsx';
import { MaskOption } from './MaskOption.tsx';
import { ModeOption } from './ModeOption.tsx';
import { BarButton } from './BarButton.tsx';
import classes from './Options.module.css';
import { PressureOption, useHasPen } from './PressureOption.tsx';
import { SizeOption } from './SizeOption.tsx';
import { TurnOption } from './TurnOption.tsx';
import { ZoomOption } from './ZoomOption.tsx';

// not needed before one of its tools is in hand
const ResultBrushOptions = lazy(() => import('./ResultBrushOptions.tsx'));
const SelectingOptions = lazy(() => import('./SelectingOptions.tsx'));

export default function OptionsBar() {
  const isReady = useStudio((state) => state.status === 'ready');
  const tool = useCanvas((snapshot) => snapshot.tool);
  const hasPen = useHasPen();
  return (
    <FoldingBar label="Tool options">
      {tool !== undefined && optionsOf(tool, !isReady, hasPen)}
      <div className={classes['gap']} data-gap />
      <MaskOption isDisabled={!isReady} />
      <div className={classes['divider']} />
      <CompareOption isDisabled={!isReady} />
      <TurnOption isDisabled={!isReady} />
      <ZoomOption />
    </FoldingBar>
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
          <MarginOption isDisabled={isDisabled} />
        </>
      );
    case 'rectangle':
    case 'lasso':
      return (
        <>
          <ModeOption isDisabled={isDisabled} />
          <MarginOption isDisabled={isDisabled} />
        </>
      );
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
