/** The run in front, named in the top bar, with the next run and all others in its menu. */
import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { ScreenDocument } from '../../../base/frame/screen-document.tsx';
import { runState } from '../../../work/recipes/run-words.ts';
import { useRecipes, useRecipesSession } from '../session/screen.ts';

export function RunDocument() {
  const { running } = useRecipesSession();
  const runs = useRecipes((state) => state.runs) ?? [];
  const shownRunId = useRecipes((state) => state.shownRunId);
  const files = useRecipes((state) => state.draft?.files ?? 0);
  if (runs.length === 0) return null;
  const next = files === 0 ? 'Next run' : `Next run, ${files}`;
  return (
    <ScreenDocument name={runs.find(({ id }) => id === shownRunId)?.name ?? next}>
      <Place
        isShown={shownRunId === undefined}
        label={next}
        onClick={() => running.show(undefined)}
      />
      <Menu.Divider />
      {runs.map((run) => (
        <Place
          key={run.id}
          isShown={run.id === shownRunId}
          label={`${run.name}, ${runState(run)}`}
          onClick={() => running.show(run.id)}
        />
      ))}
    </ScreenDocument>
  );
}

function Place(props: {
  readonly isShown: boolean;
  readonly label: string;
  readonly onClick: () => void;
}) {
  return (
    <Menu.Item
      rightSection={props.isShown && <IconCheck size={16} />}
      aria-current={props.isShown || undefined}
      onClick={props.onClick}
    >
      {props.label}
    </Menu.Item>
  );
}
