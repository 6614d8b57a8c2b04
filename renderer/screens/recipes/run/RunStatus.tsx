import { KeyHint, StatusEnd } from '../../../core/frame/Frame.tsx';
import { takingPart } from '../../../features/recipes/run-words.ts';
import { useShownRun } from '../files/use-shown-files.ts';

export function RunStatus() {
  const run = useShownRun();
  if (run === undefined) return null;
  const { states } = run;
  return (
    <>
      <span>
        {states.done + states['to-judge']} of {takingPart(run)} done
      </span>
      <span>{run.judged.none} to judge</span>
      <StatusEnd>
        <KeyHint keys={['A']}>accepts</KeyHint>
        <KeyHint keys={['R']}>rejects</KeyHint>
        <KeyHint keys={['Enter']}>opens large</KeyHint>
      </StatusEnd>
    </>
  );
}
