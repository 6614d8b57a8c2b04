import { Menu } from '@mantine/core';
import { ScreenDocument } from '../../../core/frame/screen-document.tsx';
import { runState } from '../../../features/recipes/run-words.ts';
import { useRecipeRuns } from '../../../features/jobs/jobs.ts';
import { useShownRecipeRun } from '../files/use-shown-files.ts';
import { useRecipes, useRecipesSession } from '../session/use-recipes.ts';

export function RunDocument() {
  const { running } = useRecipesSession();
  const runs = useRecipeRuns();
  const files = useRecipes((state) => state.draft?.files ?? 0);
  const shown = useShownRecipeRun();
  if (runs.length === 0) return null;
  return (
    <ScreenDocument name={shown === undefined ? 'Next run' : shown.name}>
      <Menu.Item
        aria-current={shown === undefined || undefined}
        onClick={() => running.show(undefined)}
      >
        {files === 0 ? 'Next run' : `Next run, ${files}`}
      </Menu.Item>
      <Menu.Divider />
      {runs.map((run) => (
        <Menu.Item
          key={run.id}
          aria-current={run.id === shown?.id || undefined}
          onClick={() => running.show(run.id)}
        >
          {run.name}, {runState(run)}
        </Menu.Item>
      ))}
    </ScreenDocument>
  );
}
