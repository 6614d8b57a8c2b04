/** Two to four pictures on one stage, with the bar that says how they are compared. */
import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { AppError } from '../../../../shared/errors/app-error.ts';
import { ComparisonBar } from './ComparisonBar.tsx';
import { FLICKER_RATE } from './flicker.ts';
import type { ViewLink } from './linked-views.ts';
import { PaneNames } from './PaneNames.tsx';
import classes from '../PictureViewer.module.css';
import { PictureViewer } from '../PictureViewer.tsx';
import { SplitHandle } from './SplitHandle.tsx';
import { useViewer } from '../viewer-context.ts';
import {
  COMPARED,
  type ComparedState,
  type ComparisonMode,
  type PicturePatch,
  type ShownPicture,
} from '../viewer-types.ts';

/** A picture that is compared, or the first one with patches over it. */
export type NamedState = ComparedState & { readonly name: string };

export interface PictureComparisonProps {
  /** Its frame is that of all others: they are shown as large as it. */
  readonly picture: ShownPicture;
  /** Two to four, from left to right. Kept the same object while nothing changes. */
  readonly states: readonly NamedState[];
  readonly label: string;
  /** `split` by default where there are two, else `side-by-side`. */
  readonly initialMode?: ComparisonMode;
  /** False: the picture alone, in the same view, with its patches. */
  readonly isComparing?: boolean;
  /** Over the picture while nothing is compared. Kept the same object while nothing changes. */
  readonly patches?: readonly PicturePatch[] | undefined;
  /** As `PictureViewer`. */
  readonly overlay?: ReactNode;
  readonly link?: ViewLink | undefined;
  /** False while another screen is in front: nothing changes by itself then. */
  readonly isShown?: boolean;
  readonly onClose?: (() => void) | undefined;
  /** As `PictureViewer`. */
  readonly isSeries?: boolean;
  /** Stands over the stage; reaches the viewer by `useViewer`. */
  readonly children?: ReactNode;
  readonly onError?: (error: AppError) => void;
}

/** Fills its element. The key X swaps two sides, or shows the next state. */
export function PictureComparison(props: PictureComparisonProps) {
  const { picture, states, label, initialMode, link, isShown = true, onClose, onError } = props;
  const { isComparing = true, patches, overlay } = props;
  const count = states.length;
  const fallback = count <= COMPARED.mostInSplit ? 'split' : 'side-by-side';
  const [wantedMode, setMode] = useState(initialMode ?? fallback);
  const [isSwapped, setSwapped] = useState(false);
  const [turn, setTurn] = useState(0);
  const [isFlickering, setFlickering] = useState(true);
  const [rate, setRate] = useState<number>(FLICKER_RATE.initial);

  const mode = wantedMode === 'split' && count > COMPARED.mostInSplit ? fallback : wantedMode;
  const seen = turn % count;
  const ordered = useMemo(() => (isSwapped ? states.toReversed() : states), [states, isSwapped]);
  const comparison = useMemo(
    () => (isComparing ? { mode, states: ordered } : undefined),
    [isComparing, mode, ordered],
  );

  function flip(): void {
    if (mode === 'flicker') setTurn((now) => now + 1);
    else if (count === 2) setSwapped((now) => !now);
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (!isComparing || event.key.toLowerCase() !== 'x') return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof HTMLSelectElement) return; // a letter chooses there
    event.preventDefault();
    flip();
  }

  const isStill = useReducedMotion();
  const isTurning = isComparing && mode === 'flicker' && isFlickering && isShown && !isStill;
  useEffect(() => {
    if (!isTurning) return undefined;
    const timer = setInterval(() => setTurn((now) => now + 1), 1000 / rate);
    return () => clearInterval(timer);
  }, [isTurning, rate]);

  return (
    <div className={classes['viewer']} onKeyDown={onKeyDown}>
      <PictureViewer
        picture={picture}
        label={label}
        comparison={comparison}
        link={link}
        patches={patches}
        overlay={overlay}
        isSeries={props.isSeries ?? false}
        {...(onError === undefined ? {} : { onError })}
      >
        {props.children}
        {isComparing && (
          <>
            <StageState isSplit={mode === 'split'} seen={seen} />
            <PaneNames mode={mode} names={ordered.map(({ name }) => name)} seen={seen} />
            <ComparisonBar
              mode={mode}
              count={count}
              onMode={setMode}
              choices={[]}
              flickering={{ isOn: isFlickering, rate, onToggle: setFlickering, onRate: setRate }}
              onFlip={flip}
              onClose={onClose}
            />
          </>
        )}
      </PictureViewer>
    </div>
  );
}

/** State that reaches the stage past its props. */
function StageState({ isSplit, seen }: { readonly isSplit: boolean; readonly seen: number }) {
  const viewer = useViewer();
  useEffect(() => viewer?.showState(seen), [viewer, seen]);
  if (viewer === undefined || !isSplit) return null;
  return <SplitHandle onMove={(share) => viewer.setSplit(share)} />;
}
