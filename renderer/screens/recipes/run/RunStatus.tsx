import { KeyHint, StatusEnd } from '../../../core/frame/Frame.tsx';
import { takingPart } from '../../../features/recipes/run-words.ts';
import { useShownRecipeRun } from '../files/use-shown-files.ts';
import { RECIPES } from '../recipe-commands.ts';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';

export function RunStatus() {
  const { shortcutKeys } = useKeyNames();
  const run = useShownRecipeRun();
  if (run === undefined) return null;
  const { states } = run;
  return (
    <>
      <span>
        {states.done + states['to-judge']} of {takingPart(run)} done
      </span>
      <span>{run.judged.none} to judge</span>
      <StatusEnd>
        <KeyHint keys={shortcutKeys(RECIPES.accept)}>accepts</KeyHint>
        <KeyHint keys={shortcutKeys(RECIPES.reject)}>rejects</KeyHint>
        <KeyHint keys={shortcutKeys(RECIPES.look)}>opens large</KeyHint>
      </StatusEnd>
    </>
  );
}
