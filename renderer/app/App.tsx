/** Providers, and which of the two faces of the program is shown: the first start or the shell. */
import { MantineProvider, useMantineColorScheme } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { backend, queries, readError } from '../backend/client.ts';
import { followJobs } from '../backend/jobs.ts';
import { useSettings } from '../backend/settings.ts';
import { ConnectionsSection } from '../features/connections/ConnectionsSection.tsx';
import { FirstStart } from '../features/connections/FirstStart.tsx';
import { SettingsScreen } from '../features/settings/SettingsScreen.tsx';
import { StudioScreen } from '../features/studio/StudioScreen.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { ErrorNotice } from '../ui/ErrorNotice.tsx';
import { useNavigation } from './navigation.ts';
import { Shell } from './Shell.tsx';
import { theme } from './theme.ts';

/** The backend is on the same computer: nothing goes stale by itself and failures are not transient. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: Infinity },
  },
});

/** @param props.nonce of this page, for the UI kit's style elements */
export function App({ nonce }: { readonly nonce: string }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="dark" getStyleNonce={() => nonce}>
      <QueryClientProvider client={queryClient}>
        <Notifications
          position="bottom-center"
          autoClose={4000}
          limit={3}
          pauseResetOnHover="notification"
        />
        <ErrorBoundary>
          <Faces />
        </ErrorBoundary>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function Faces() {
  useColorScheme();
  useFollowJobs();
  const connections = useQuery(queries.connections.list.queryOptions());
  const screen = useNavigation((state) => state.screen);
  if (connections.error !== null) {
    return (
      <ErrorNotice
        error={readError(connections.error)}
        actionLabel="Try again"
        onAction={() => void connections.refetch()}
      />
    );
  }
  if (connections.data === undefined) return null;
  if (!connections.data.some(({ isActive }) => isActive)) return <FirstStart />;
  return (
    <Shell
      screens={{
        studio: <StudioScreen isShown={screen === 'studio'} />,
        settings: (
          <SettingsScreen connections={<ConnectionsSection />} isShown={screen === 'settings'} />
        ),
      }}
    />
  );
}

function useColorScheme(): void {
  const appearance = useSettings()?.appearance;
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (appearance === undefined) return;
    setColorScheme(appearance === 'system' ? 'auto' : appearance);
  }, [appearance, setColorScheme]);
}

function useFollowJobs(): void {
  useEffect(() => {
    const controller = new AbortController();
    void followJobs(controller.signal);
    const lookNow = () => void backend.jobs.lookNow().catch(() => undefined); // it looks by itself, later
    window.addEventListener('online', lookNow, { signal: controller.signal });
    return () => controller.abort();
  }, []);
}
