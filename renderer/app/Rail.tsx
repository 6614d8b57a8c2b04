import { Box, Divider, Stack, UnstyledButton } from '@mantine/core';
import { Fragment } from 'react';
import { useJobs, runningJobs } from '../features/jobs/jobs.ts';
import { showScreen } from '../core/screen/navigation.ts';
import { useHasWork } from '../core/screen/screen-work.ts';
import shared from '../core/ui/shared.module.css';
import classes from './Shell.module.css';
import type { ScreenRow } from './screens.tsx';

const CORNER = {
  pos: 'absolute',
  top: 'var(--gesso-space-2xs)',
  left: 'calc(50% + var(--gesso-space-2xs))',
} as const;

export function Rail(props: { readonly screens: readonly ScreenRow[]; readonly frontId: string }) {
  const { screens, frontId } = props;
  return (
    <Stack component="nav" gap={0} p="2xs" className={classes['rail'] ?? ''} aria-label="Screens">
      {screens.map((screen, index) => (
        <Fragment key={screen.id}>
          {index > 0 && screens[index - 1]?.group !== screen.group && (
            <Divider
              w="var(--gesso-space-lg)"
              mx="auto"
              mb="2xs"
              {...(screen.group === 'account'
                ? { mt: 'auto', color: 'transparent' }
                : { mt: '2xs', color: 'var(--gesso-line)' })}
            />
          )}
          <Entry screen={screen} isInFront={screen.id === frontId} />
        </Fragment>
      ))}
    </Stack>
  );
}

function Entry(props: { readonly screen: ScreenRow; readonly isInFront: boolean }) {
  const { id, title, icon } = props.screen;
  const hasWork = useHasWork(id);
  return (
    <Stack
      component={UnstyledButton}
      gap="3xs"
      align="center"
      justify="center"
      pos="relative"
      flex="none"
      fz="2xs"
      fw={500}
      lh="2xs"
      className={`${shared['press'] ?? ''} ${classes['railEntry'] ?? ''}`}
      aria-label={title}
      aria-current={props.isInFront ? 'page' : undefined}
      onClick={() => showScreen(id)}
    >
      {icon}
      <span>{title}</span>
      {id === 'tasks' && <Running />}
      {hasWork && (
        <Box
          component="span"
          {...CORNER}
          className={shared['dot'] ?? ''}
          role="img"
          aria-label="Answers are being written"
        />
      )}
    </Stack>
  );
}

/** The number of running jobs. Hidden from screen readers, as the top bar says it in words. */
function Running() {
  const running = useJobs((state) => runningJobs(state.jobs).length);
  if (running === 0) return null;
  return (
    <Box
      component="span"
      {...CORNER}
      miw="var(--gesso-space-md)"
      px="2xs"
      fw={600}
      ta="center"
      c="var(--gesso-surface)"
      bg="var(--gesso-text)"
      bdrs="lg"
      aria-hidden="true"
    >
      {running}
    </Box>
  );
}
