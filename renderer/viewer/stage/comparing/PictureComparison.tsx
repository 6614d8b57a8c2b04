import { Box } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useEffectEvent, useMemo, type KeyboardEvent, type ReactNode } from 'react';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { ComparisonBar } from './ComparisonBar.tsx';
import type { ViewLink } from './linked-views.ts';
import { PaneNames } from './PaneNames.tsx';
import { PictureViewer, type PictureViewerProps } from '../PictureViewer.tsx';
import { SplitHandle } from './SplitHandle.tsx';
import { useComparing, type Comparing } from './use-comparing.ts';
import { useViewer } from '../viewer-context.ts';
import {
  COMPARED,
  type ComparedState,
  type ComparisonMode,
  type PicturePatch,
  type ShownPicture,
} from '../viewer-types.ts';

export type NamedState = ComparedState & { readonly name: string };

export interface PictureComparisonProps {
  /** All others are scaled to its frame. */
  readonly picture: ShownPicture | undefined;
  /** Two to four. Must keep its identity while nothing changes, as must `patches`. */
  readonly states: readonly NamedState[];
  readonly label: string;
  readonly initialMode?: ComparisonMode | undefined;
  /** Set if the screen's toolbar has the choice; otherwise a bar on the stage has it. */
  readonly comparing?: Comparing;
  /** False: the picture alone in the same view, with its patches. */
  readonly isComparing?: boolean;
  /** Over the picture while nothing is compared. */
  readonly patches?: readonly PicturePatch[] | undefined;
  readonly overlay?: ReactNode;
  readonly link?: ViewLink | undefined;
  /** False while another screen is in front: stops flickering. */
  readonly isShown?: boolean;
  readonly onClose?: (() => void) | undefined;
  readonly series?: string;
  readonly onShown?: PictureViewerProps['onShown'];
  readonly children?: ReactNode;
  readonly onError?: (error: AppError) => void;
}

/** Fills its parent. The key X swaps two sides or shows the next state. */
export function PictureComparison(props: PictureComparisonProps) {
  const { picture, states, label, link, isShown = true, onClose, onError } = props;
  const { isComparing = true, patches, overlay } = props;
  const count = states.length;
  const fallback = count <= COMPARED.mostInSplit ? 'split' : 'side-by-side';
  const own = useComparing(props.initialMode ?? fallback);
  const comparing = props.comparing ?? own;
  const { isSwapped, turn, isFlickering, rate, change } = comparing;

  const canSplit = count <= COMPARED.mostInSplit;
  const mode = comparing.mode === 'split' && !canSplit ? fallback : comparing.mode;
  const seen = turn % count;
  const ordered = useMemo(() => (isSwapped ? states.toReversed() : states), [states, isSwapped]);
  const comparison = isComparing ? { mode, states: ordered } : undefined;

  function flip(): void {
    if (mode === 'flicker' || count === 2) comparing.flip();
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!isComparing || event.key.toLowerCase() !== 'x') return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLSelectElement) return; // letters pick an option there
    event.preventDefault();
    flip();
  }

  const isStill = useReducedMotion();
  const onTurn = useEffectEvent(() => comparing.flip());
  const isTurning = isComparing && mode === 'flicker' && isFlickering && isShown && !isStill;
  useEffect(() => {
    if (!isTurning) return undefined;
    const timer = setInterval(() => onTurn(), 1000 / rate);
    return () => clearInterval(timer);
  }, [isTurning, rate]);

  return (
    <Box pos="relative" w="100%" h="100%" style={{ overflow: 'hidden' }} onKeyDown={onKeyDown}>
      <PictureViewer
        picture={picture}
        label={label}
        comparison={comparison}
        link={link}
        patches={patches}
        overlay={overlay}
        {...(props.series === undefined ? {} : { series: props.series })}
        {...(props.onShown === undefined ? {} : { onShown: props.onShown })}
        {...(onError === undefined ? {} : { onError })}
      >
        {props.children}
        {isComparing && (
          <>
            <StageState isSplit={mode === 'split'} seen={seen} />
            <PaneNames mode={mode} names={ordered.map(({ name }) => name)} seen={seen} />
            {props.comparing === undefined && (
              <ComparisonBar
                mode={mode}
                count={count}
                onMode={(next) => change({ mode: next })}
                choices={[]}
                flickering={comparing.flickering}
                onFlip={flip}
                onClose={onClose}
              />
            )}
          </>
        )}
      </PictureViewer>
    </Box>
  );
}

function StageState({ isSplit, seen }: { readonly isSplit: boolean; readonly seen: number }) {
  const viewer = useViewer();
  useEffect(() => viewer?.showState(seen), [viewer, seen]);
  if (viewer === undefined || !isSplit) return null;
  return <SplitHandle onMove={(share) => viewer.setSplit(share)} />;
}
