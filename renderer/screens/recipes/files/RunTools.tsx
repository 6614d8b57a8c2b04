/** Above the files of a run: which of them are shown, and judging several at once. */
import { Button, SegmentedControl } from '@mantine/core';
import type { RecipeFileFilter } from '../../../../shared/contract/recipes.ts';
import { Toolbar } from '../../../base/frame/Frame.tsx';
import { FILTERS } from '../model/file-words.ts';
import { useRecipes, useRecipesSession } from '../session/screen.ts';
import { leftToJudge } from '../run/RunSection.tsx';
import { useShownRun } from './use-shown-files.ts';

export function RunTools() {
  return (
    <Toolbar label="Pictures of the run" end={<JudgeMany />}>
      <Filters />
    </Toolbar>
  );
}

/** Filters that always stand in the toolbar; the others while there are such pictures. */
const ALWAYS: ReadonlySet<RecipeFileFilter> = new Set(['all', 'unjudged', 'accepted', 'rejected']);

function Filters() {
  const { running } = useRecipesSession();
  const filter = useRecipes((state) => state.filter);
  const run = useShownRun();
  if (run === undefined) return null;
  const { accepted, rejected } = run.judged;
  const { 'to-judge': _, done: __, ...rest } = run.states;
  const counts: Partial<Record<RecipeFileFilter, number>> = {
    ...rest,
    all: run.files,
    unjudged: leftToJudge(run),
    accepted,
    rejected,
  };
  return (
    <SegmentedControl
      aria-label="Pictures shown"
      data={FILTERS.filter(
        ({ value }) => ALWAYS.has(value) || value === filter || (counts[value] ?? 0) > 0,
      ).map(({ value, label }) => ({
        value,
        label: `${label} ${counts[value] ?? ''}`.trimEnd(),
      }))}
      value={filter}
      onChange={(value) => running.filter(value)}
    />
  );
}

/** By itself: the numbers of a run change all the time. */
function JudgeMany() {
  const { running } = useRecipesSession();
  const keys = useRecipes((state) => state.selection.keys);
  const run = useShownRun();
  if (run === undefined) return null;
  const { id, states } = run;
  const ended = states.done + states['to-judge'];
  const left = leftToJudge(run);
  if (ended === 0 || (keys.size === 0 && left === 0)) return null;
  const chosen =
    keys.size > 0 ? ({ positions: [...keys] } as const) : ({ filter: 'unjudged' } as const);
  const what = keys.size > 0 ? `${keys.size} selected` : 'the rest';
  return (
    <>
      <Button onClick={() => void running.judge(id, chosen, 'rejected')}>Reject {what}</Button>
      <Button onClick={() => void running.judge(id, chosen, 'accepted')}>Accept {what}</Button>
    </>
  );
}
