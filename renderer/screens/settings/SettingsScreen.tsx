/** Settings: the sections that features contribute, one below the other. */
import { Container, Stack, Title } from '@mantine/core';
import { Suspense } from 'react';
import { useSettingsSections } from '../../base/screen/settings-sections.tsx';
import { ErrorActionsWithout } from '../../base/ui/error-actions.tsx';
import { ErrorBoundary } from '../../base/ui/ErrorBoundary.tsx';
import classes from './Settings.module.css';

export function SettingsScreen() {
  const sections = useSettingsSections();
  return (
    <div className={classes['page']}>
      <Container size="sm" py="xl">
        <Stack gap={32}>
          <Title order={2} size="lg">
            Settings
          </Title>
          <Suspense fallback={null}>
            <ErrorActionsWithout action="open-settings">
              {sections.map(({ id, Section }) => (
                <ErrorBoundary key={id}>
                  <Section />
                </ErrorBoundary>
              ))}
            </ErrorActionsWithout>
          </Suspense>
        </Stack>
      </Container>
    </div>
  );
}
