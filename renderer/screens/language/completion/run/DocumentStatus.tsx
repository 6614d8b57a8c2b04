import { StatusEnd } from '../../../../core/frame/Frame.tsx';
import { count, formatNumber } from '../../../../core/ui/format.ts';
import { ContextSize } from '../../request/ContextSize.tsx';
import { PROBABILITY_CLASSES } from '../document/probability.ts';
import { useCompletion } from '../session/index.ts';
import { useMeter } from './PromptMeter.tsx';

export function DocumentStatus() {
  const meter = useMeter();
  const areShown = useCompletion((state) => state.settings.areProbabilitiesShown);
  return (
    <>
      {meter !== undefined && (
        <>
          <span>{count(meter.words, 'word')}</span>
          <ContextSize
            share={meter.share}
            isOver={meter.over > 0}
            hint="Prompt and longest answer, in the context of the model."
            words={`${meter.isEstimate ? '≈ ' : ''}${formatNumber(meter.tokens)}${
              meter.limit === undefined ? '' : ` of ${formatNumber(meter.limit)}`
            } tokens`}
          />
        </>
      )}
      {areShown && <Legend />}
    </>
  );
}

function Legend() {
  return (
    <StatusEnd>
      <span>Probability below</span>
      {PROBABILITY_CLASSES.slice(0, -1).map((most, index) => (
        <span key={most} className={`cm-probability cm-probability-${index + 1}`}>
          {most * 100} %
        </span>
      ))}
    </StatusEnd>
  );
}
