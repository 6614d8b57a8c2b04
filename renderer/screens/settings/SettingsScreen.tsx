/** Settings: the sections that features contribute, one below the other. */
import { Container, Stack, Title } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { useIntentOf } from '../../base/screen/navigation.ts';
import { useSettingsSections } from '../../base/screen/settings-sections.tsx';
import { ErrorActionsWithout } from '../../base/ui/error-actions.tsx';
import { ErrorBoundary } from '../../base/ui/ErrorBoundary.tsx';
import classes from './Settings.module.css';

export function SettingsScreen() {
  const sections = useSettingsSections();
  const [wanted, setWanted] = useState<WantedSection>();
  useIntentOf('show-section', ({ sectionId }) => setWanted({ id: sectionId }));
  return (
    <div className={classes['page']}>
      <Container size="sm" py="xl">
        <Stack gap="xl">
          <Title order={2} size="lg">
            Settings
          </Title>
          <Suspense fallback={null}>
            <ErrorActionsWithout action="open-settings">
              {sections.map(({ id, Section }) => (
                <ErrorBoundary key={id}>
                  <div id={elementId(id)} tabIndex={-1} className={classes['section']}>
                    <Section />
                  </div>
                </ErrorBoundary>
              ))}
              {wanted !== undefined && <Shown wanted={wanted} />}
            </ErrorActionsWithout>
          </Suspense>
        </Stack>
      </Container>
    </div>
  );
}

/** The section that the latest order wants to see. */
interface WantedSection {
  readonly id: string;
}

/** Events by which a user goes on alone: the section is no longer kept in view. */
const OWN_WAYS = ['wheel', 'pointerdown', 'keydown'] as const;

/**
 * Beside the sections, so that it is there once all of them are loaded. They read their facts then and grow: the
 * section stays in view until the user does something.
 */
function Shown({ wanted }: { readonly wanted: WantedSection }) {
  useEffect(() => {
    const section = document.querySelector<HTMLElement>(`#${elementId(wanted.id)}`);
    if (section?.parentElement == null) return undefined;
    section.focus({ preventScroll: true });
    const observer = new ResizeObserver(() => section.scrollIntoView());
    observer.observe(section.parentElement);
    const stop = (): void => observer.disconnect();
    for (const way of OWN_WAYS) addEventListener(way, stop, { capture: true });
    return () => {
      stop();
      for (const way of OWN_WAYS) removeEventListener(way, stop, { capture: true });
    };
  }, [wanted]);
  return null;
}

const elementId = (sectionId: string): string => `settings-${sectionId}`;
