/** Above the files of a run: which of them are shown, and judging several at once. */
import { Button, Select } from '@mantine/core';
import { FILTERS } from '../model/file-words.ts';
import { useRecipes, useRecipesSession } from '../session/screen.ts';
import classes from '../Recipes.module.css';
import { useShownRun } from './use-shown-files.ts';

export function RunTools() {
  const { running } = useRecipesSession();
  const filter = useRecipes((state) => state.filter);
  return (
    <div className={classes['tools']}>
      <Select
        size="xs"
        aria-label="Pictures shown"
        w={140}
        data={[...FILTERS]}
        value={filter}
        onChange={(value) => {
          const next = FILTERS.find((each) => each.value === value)?.value;
          if (next !== undefined) running.filter(next);
        }}
      />
      <span className={classes['gap']} />
      <JudgeMany />
    </div>
  );
}

/** By itself: the numbers of a run change all the time. */
function JudgeMany() {
  const { running } = useRecipesSession();
  const keys = useRecipes((state) => state.selection.keys);
  const run = useShownRun();
  if (run === undefined) return null;
  const { id, states, judged } = run;
  const ended = states.done + states['to-judge'];
  const left = ended - judged.accepted - judged.rejected;
  if (ended === 0 || (keys.size === 0 && left === 0)) return null;
  const chosen =
    keys.size > 0 ? ({ positions: [...keys] } as const) : ({ filter: 'unjudged' } as const);
  const what = keys.size > 0 ? `${keys.size} selected` : 'the rest';
  return (
    <span className={classes['together']}>
      <Button onClick={() => void running.judge(id, chosen, 'accepted')}>Accept {what}</Button>
      <Button variant="subtle" onClick={() => void running.judge(id, chosen, 'rejected')}>
        Reject {what}
      </Button>
    </span>
  );
}
