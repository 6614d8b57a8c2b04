/** Above the pictures: the next run, and those that have begun, newest first. */
import { Button } from '@mantine/core';
import { runState } from '../../../work/recipes/run-words.ts';
import { useRecipes, useRecipesSession } from '../session/screen.ts';
import classes from '../Recipes.module.css';

export function Places() {
  const { running } = useRecipesSession();
  const runs = useRecipes((state) => state.runs) ?? [];
  const shownRunId = useRecipes((state) => state.shownRunId);
  const files = useRecipes((state) => state.draft?.files ?? 0);
  if (runs.length === 0) return null;
  return (
    <nav className={classes['places']} aria-label="Runs">
      <Place
        isShown={shownRunId === undefined}
        label={files === 0 ? 'Next run' : `Next run · ${files}`}
        onClick={() => running.show(undefined)}
      />
      {runs.map((run) => (
        <Place
          key={run.id}
          isShown={run.id === shownRunId}
          label={`${run.name} · ${runState(run)}`}
          onClick={() => running.show(run.id)}
        />
      ))}
    </nav>
  );
}

function Place(props: {
  readonly isShown: boolean;
  readonly label: string;
  readonly onClick: () => void;
}) {
  return (
    <Button
      size="compact-sm"
      variant={props.isShown ? 'filled' : 'default'}
      className={classes['place'] ?? ''}
      aria-current={props.isShown || undefined}
      onClick={props.onClick}
    >
      {props.label}
    </Button>
  );
}
