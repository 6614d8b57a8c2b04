/** The screens' buttons at the left edge. */
import { ActionIcon, Tooltip } from '@mantine/core';
import { useJobs } from '../work/jobs/jobs.ts';
import { runningJobs } from '../work/jobs/jobs-store.ts';
import { showScreen } from '../base/screen/navigation.ts';
import { useNamesShown } from '../base/screen/names-shown.ts';
import { useHasWork } from '../base/screen/screen-work.ts';
import classes from './Shell.module.css';
import type { ScreenRow } from './screens.tsx';

export function Rail(props: { readonly screens: readonly ScreenRow[]; readonly frontId: string }) {
  const { screens, frontId } = props;
  const hasNames = useNamesShown();
  const entries = (place: ScreenRow['place']) =>
    screens
      .filter((screen) => screen.place === place)
      .map((screen) => (
        <Entry
          key={screen.id}
          screen={screen}
          isInFront={screen.id === frontId}
          hasName={hasNames}
        />
      ));
  return (
    <nav className={classes['rail']} data-names={hasNames || undefined} aria-label="Screens">
      {entries('top')}
      <div className={classes['spacer']} />
      {entries('bottom')}
    </nav>
  );
}

function Entry(props: {
  readonly screen: ScreenRow;
  readonly isInFront: boolean;
  readonly hasName: boolean;
}) {
  const { screen, isInFront, hasName } = props;
  const { id, title, icon } = screen;
  const hasWork = useHasWork(id);
  return (
    <Tooltip label={title} position="right" disabled={hasName}>
      <ActionIcon
        className={classes['railEntry'] ?? ''}
        size={38}
        variant={isInFront ? 'light' : 'subtle'}
        color={isInFront ? 'accent' : 'gray'}
        aria-label={title}
        aria-current={isInFront ? 'page' : undefined}
        onClick={() => showScreen(id)}
      >
        {icon}
        {hasName && <span>{title}</span>}
        {id === 'tasks' && <Running />}
        {hasWork && (
          <span className={classes['dot']} role="img" aria-label="Answers are being written" />
        )}
      </ActionIcon>
    </Tooltip>
  );
}

/** How many jobs run; the top bar says it in words. */
function Running() {
  const running = useJobs((state) => runningJobs(state.jobs).length);
  if (running === 0) return null;
  return (
    <span className={classes['count']} aria-hidden="true">
      {running}
    </span>
  );
}
