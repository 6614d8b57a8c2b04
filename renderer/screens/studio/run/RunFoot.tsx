import { Button } from '@mantine/core';
import { Foot, MainButton } from '../../../core/frame/Foot.tsx';
import { count, formatMegapixels } from '../../../core/ui/format.ts';
import { CostLine } from '../../../features/jobs/CostLine.tsx';
import { pixelsOf } from '../model/box-plan.ts';
import { nextRun } from '../model/next-run.ts';
import { useStudio, useStudioSession } from '../session/index.ts';
import { useRunOffer } from './use-run-offer.ts';
import { RUNS } from '../commands/studio-commands.ts';
import { SmallStatus } from '../../../core/ui/variants.ts';

export default function RunFoot() {
  const session = useStudioSession();
  const isReady = useStudio((state) => state.status === 'ready');
  const isStarting = useStudio((state) => state.isStarting);
  const calls = useStudio((state) => state.run.calls);
  const { operation, regions } = useStudio(nextRun);
  const { canRun, obstacle, sentence, problem, first, others, number, time } = useRunOffer();
  const saved = (calls?.calls ?? []).filter(({ stored }) => stored !== undefined).length;
  const sent = [count(number, 'call'), formatMegapixels(pixelsOf(regions), 1), time];
  const missing = isReady ? obstacle : 'Open a photo first';
  return (
    <Foot
      notice={
        <>
          {(problem ?? sentence) !== undefined && <SmallStatus>{problem ?? sentence}</SmallStatus>}
          {others.map(({ label, stored }) => (
            <Button
              key={stored}
              disabled={!canRun || isStarting}
              onClick={() => void session?.runs.run(stored)}
            >
              {label}
            </Button>
          ))}
        </>
      }
      what={missing ?? (number > 0 && sent.filter((each) => each !== undefined).join(', '))}
      cost={number > 0 && <CostLine kind={operation} calls={number} saved={saved} />}
    >
      <MainButton
        keys={RUNS[`run.${operation}`]}
        obstacle={missing}
        loading={isStarting}
        onClick={() => void session?.runs.run(first.stored)}
      >
        {first.label}
      </MainButton>
    </Foot>
  );
}
