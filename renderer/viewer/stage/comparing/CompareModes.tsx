import { FlickerControls } from './ComparisonBar.tsx';
import type { Comparing } from './use-comparing.ts';
import type { ComparisonMode } from '../viewer-types.ts';
import { Segments } from '../../../core/ui/Segments.tsx';

const LABELS: Readonly<Record<ComparisonMode, string>> = {
  split: 'Split',
  'side-by-side': 'Side by side',
  flicker: 'Flicker',
};

export function CompareModes(props: {
  readonly comparing: Comparing;
  readonly isComparing: boolean;
  readonly plain: string;
  readonly modes: readonly ComparisonMode[];
  readonly canCompare?: boolean;
  readonly onCompare: (isComparing: boolean) => void;
}) {
  const { comparing, isComparing, plain, modes, canCompare = true, onCompare } = props;
  return (
    <>
      <Segments
        aria-label="View"
        data={[
          { value: 'plain', label: plain },
          ...modes.map((mode) => ({ value: mode, label: LABELS[mode], disabled: !canCompare })),
        ]}
        value={isComparing ? comparing.mode : 'plain'}
        onChange={(value) => {
          if (value !== 'plain') comparing.change({ mode: value });
          onCompare(value !== 'plain');
        }}
      />
      {isComparing && comparing.mode === 'flicker' && (
        <FlickerControls flickering={comparing.flickering} isSmall onFlip={comparing.flip} />
      )}
    </>
  );
}
