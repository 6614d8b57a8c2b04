import { useMemo } from 'react';
import { ComparisonBar, type StateChoice } from '../../../viewer/stage/comparing/ComparisonBar.tsx';
import { PaneNames } from '../../../viewer/stage/comparing/PaneNames.tsx';
import { SplitHandle } from '../../../viewer/stage/comparing/SplitHandle.tsx';
import { nameOfState, stateGroups, type StateGroup } from '../model/photo-states.ts';
import type { Compared } from '../model/results-store.ts';
import { useResults, useStudio, useStudioSession, type StudioSession } from '../session/index.ts';

const BOTH = ['first', 'second'] as const;

export default function ComparisonControls() {
  const session = useStudioSession();
  const compared = useResults((state) => state.compared);
  const kept = useResults((state) => state.kept);
  const change = useResults((state) => state.change);
  const side = useResults((state) => state.side);
  const isFlickering = useResults((state) => state.isFlickering);
  const rate = useResults((state) => state.rate);
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
        choices={BOTH.map((which) => choiceOf(which, compared, groups, review))}
        flickering={{
          isOn: isFlickering,
          rate,
          onToggle: (isOn) => review.setFlickering(isOn),
          onRate: (next) => review.setRate(next),
        }}
        onFlip={() => review.flip()}
        onClose={() => review.endComparing()}
        beside={change}
        note="Painting is off while comparing. Esc closes."
      />
    </>
  );
}

function choiceOf(
  which: (typeof BOTH)[number],
  compared: Compared,
  groups: readonly StateGroup[],
  review: StudioSession['review'],
): StateChoice {
  return {
    label: which === 'first' ? 'First state' : 'Second state',
    value: compared[which],
    groups,
    onChange: (id) => review.setCompared({ ...compared, [which]: id }),
  };
}
