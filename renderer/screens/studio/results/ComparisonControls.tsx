import { useMemo } from 'react';
import { ComparisonBar } from '../../../viewer/stage/comparing/ComparisonBar.tsx';
import { PaneNames } from '../../../viewer/stage/comparing/PaneNames.tsx';
import { SplitHandle } from '../../../viewer/stage/comparing/SplitHandle.tsx';
import { nameOfState, stateGroups } from '../model/photo-states.ts';
import { useStudio, useStudioSession, useStudioStore } from '../session/index.ts';

const BOTH = ['first', 'second'] as const;

export default function ComparisonControls() {
  const session = useStudioSession();
  const store = useStudioStore();
  const compared = useStudio((state) => state.results.compared);
  const kept = useStudio((state) => state.results.kept);
  const change = useStudio((state) => state.results.change);
  const side = useStudio((state) => state.results.side);
  const isFlickering = useStudio((state) => state.results.isFlickering);
  const rate = useStudio((state) => state.results.rate);
  const patches = useStudio((state) => state.patches);
  const groups = useMemo(() => stateGroups(patches, kept), [patches, kept]);
  if (session === undefined || compared === undefined) return null;
  const { review } = session;
  return (
    <>
      {compared.mode === 'split' && (
        <SplitHandle start={review.split()} onMove={(share) => review.setSplit(share)} />
      )}
      <PaneNames
        mode={compared.mode}
        names={BOTH.map((which) => nameOfState(compared[which], groups))}
        seen={side === 'first' ? 0 : 1}
      />
      <ComparisonBar
        mode={compared.mode}
        count={2}
        onMode={(mode) => review.compare(mode)}
        choices={BOTH.map((which) => ({
          label: which === 'first' ? 'First state' : 'Second state',
          value: compared[which],
          groups,
          onChange: (id) => store.setSlice('results', { compared: { ...compared, [which]: id } }),
        }))}
        flickering={{
          isOn: isFlickering,
          rate,
          onToggle: (isOn) => store.setSlice('results', { isFlickering: isOn }),
          onRate: (next) => store.setSlice('results', { rate: next }),
        }}
        onFlip={() => review.flip()}
        onClose={() => review.endComparing()}
        beside={change}
        note="Painting is off while comparing. Esc closes."
      />
    </>
  );
}
