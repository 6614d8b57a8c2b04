import { Button } from '@mantine/core';
import { IconDots, IconMaximize } from '@tabler/icons-react';
import type { RecipeRun } from '../../../../shared/contract/recipes.ts';
import { Toolbar, ToolbarLine } from '../../../core/frame/Frame.tsx';
import { GroundMenu } from '../../../core/frame/GroundMenu.tsx';
import { IconButton } from '../../../core/ui/IconButton.tsx';
import { FilterChoice } from '../../../features/rows/ListFilters.tsx';
import { countOf, FILTERS } from '../model/file-words.ts';
import { running, useRecipes } from '../session/use-recipes.ts';
import { useShownRecipeRun } from './use-shown-files.ts';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import { RECIPES } from '../recipe-commands.ts';
import { Segments } from '../../../core/ui/Segments.tsx';

/** Number of filters that always have a segment. */
const USUAL = 4;

export function RunTools() {
  const run = useShownRecipeRun();
  return (
    <Toolbar label="Pictures" end={run && <JudgeMany run={run} />}>
      {run && <Filters run={run} />}
    </Toolbar>
  );
}

function Filters({ run }: { readonly run: RecipeRun }) {
  const filter = useRecipes((state) => state.filter);
  const shown = FILTERS.filter(
    ({ value }, index) =>
      index < USUAL || value === filter || (value === 'failed' && run.states.failed > 0),
  );
  return (
    <>
      <Segments
        aria-label="Pictures shown"
        data={shown.map(({ value, label }) => ({
          value,
          label: `${label} ${countOf(value, run)}`,
        }))}
        value={filter}
        onChange={(next) => running.filter(next)}
      />
      <FilterChoice
        label="More pictures"
        icon={<IconDots size={16} />}
        data={FILTERS.map(({ value, label }) => ({
          value,
          label: `${label} ${countOf(value, run)}`,
        }))}
        value={filter}
        onChange={(next) => running.filter(next)}
      />
    </>
  );
}

function JudgeMany({ run }: { readonly run: RecipeRun }) {
  const { nameWithKeys } = useKeyNames();
  const { keys, focus } = useRecipes((state) => state.selection);
  const { id, states } = run;
  const hasEnded = states.done + states['to-judge'] > 0;
  const canJudge = hasEnded && (keys.size > 0 || run.judged.none > 0);
  const chosen =
    keys.size > 0 ? ({ positions: [...keys] } as const) : ({ filter: 'unjudged' } as const);
  const what = keys.size > 0 ? `${keys.size} selected` : 'the rest';
  return (
    <>
      <GroundMenu />
      <IconButton
        label="See large"
        tip={nameWithKeys('See large', RECIPES.look)}
        icon={<IconMaximize size={16} />}
        disabled={!hasEnded}
        onClick={() => useRecipes.setState({ previewedAt: focus?.key ?? 0 })}
      />
      {canJudge && (
        <>
          <ToolbarLine />
          <Button onClick={() => void running.judge(id, chosen, 'rejected')}>Reject {what}</Button>
          <Button onClick={() => void running.judge(id, chosen, 'accepted')}>Accept {what}</Button>
        </>
      )}
    </>
  );
}
