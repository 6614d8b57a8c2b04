/** The providers around everything, and either the first start or the shell. */
import {
  Affix,
  Alert,
  Collapse,
  Group,
  List,
  MantineProvider,
  Text,
  UnstyledButton,
  useMantineColorScheme,
} from '@mantine/core';
import { QueryCache, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useEffect, useState } from 'react';
import { backend, backendLine, queries, readError } from '../core/backend/client.ts';
import { useSettings } from '../core/backend/settings.ts';
import { sayError } from '../core/backend/say-error.ts';
import { FileDrop } from '../features/files/FileDrop.tsx';
import { followWork } from '../features/jobs/follow.ts';
import { showScreen, createIntentQueue } from '../core/screen/navigation.ts';
import { SettingsSectionsProvider } from '../core/screen/settings-sections.tsx';
import { ErrorActionsProvider, ErrorNotice, type ErrorActions } from '../core/ui/ErrorNotice.tsx';
import { ErrorBoundary } from '../core/ui/ErrorBoundary.tsx';
import { ContextMenu } from './context-menu/ContextMenu.tsx';
import { SCREENS, SETTINGS_SECTIONS } from './screens.tsx';
import { News } from './News.tsx';
import { Tooltips } from './Tooltips.tsx';
import { Mark } from './Mark.tsx';
import { Shell } from './Shell.tsx';
import { cssVariablesResolver, theme } from './theme.ts';
import type { Job } from '../../shared/contract/jobs.ts';
import { wantingOutputs } from '../viewer/clips/wants-poster.ts';
import { followProblems, jobsStore } from '../features/jobs/jobs.ts';
import { applyChanges, type QueryKeys } from '../core/stream/changes.ts';
import { followStream } from '../core/stream/follow-stream.ts';
import { IconHistory } from '@tabler/icons-react';
import { recoveryDetails, recoveryTitle } from './recovery-words.ts';
import type { DesktopRequest } from '../../shared/contract/desktop.ts';
import { assertNever } from '../../shared/errors/app-error.ts';
import { runCommandById } from '../core/commands/run-command.ts';
import { say } from '../core/ui/say.ts';

/** Longest wait for the key that the host presses before a menu command, ms. */
const KEY_PATIENCE = 300;

/** Screens whose id differs from the kind of their jobs. */
const SCREEN_OF_KIND: Readonly<Record<string, string | undefined>> = {
  'merge-face': 'faces',
  'training-upload': 'training',
};

/** Carries out requests of the desktop: opened files and menu commands. */
async function followDesktop(signal: AbortSignal): Promise<void> {
  const order = createIntentQueue('studio', signal);
  await followStream(
    {
      open: (until) => backend.desktop.requests(undefined, { signal: until }),
      take: (request) => carryOut(request, order),
      onError: (error) => followProblems.report('desktop', error),
      givenUp: (until) => followProblems.givenUp('desktop', until),
    },
    backendLine,
    signal,
  );
}

function carryOut(request: DesktopRequest, order: ReturnType<typeof createIntentQueue>): void {
  switch (request.kind) {
    case 'open-photo':
      order({ kind: request.isToShow ? 'open-photo' : 'add-photo', photoId: request.photoId });
      return;
    case 'open-job':
      openJob(request);
      return;
    case 'refused-file':
      order({ kind: 'show-error', error: request.error });
      return;
    case 'problem':
      say(request.error.message);
      return;
    case 'run-command':
      void runFromMenu(request.commandId, request.isByKey);
      return;
    default:
      assertNever(request);
  }
}

/** Shows a result on its photo, a clip in Video, and anything else in Tasks. */
function openJob({ jobId, jobKind, photoId }: Extract<DesktopRequest, { kind: 'open-job' }>): void {
  if (photoId !== undefined && (jobKind === 'cleanup' || jobKind === 'remove-text')) {
    showScreen('studio', { kind: 'open-photo', photoId });
    return;
  }
  const screenId = SCREEN_OF_KIND[jobKind] ?? jobKind;
  const own = SCREENS.find(({ id }) => id === screenId)?.id;
  showScreen(own ?? 'tasks', { kind: 'show-job', jobId });
}

/** Dialogs need a user gesture, so the host presses a key first, which may arrive late. */
async function runFromMenu(commandId: string, isByKey: boolean): Promise<void> {
  if (!isByKey && !navigator.userActivation.isActive) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, KEY_PATIENCE);
      window.addEventListener('keydown', done, { once: true });
      function done(): void {
        clearTimeout(timer);
        window.removeEventListener('keydown', done);
        resolve();
      }
    });
  }
  runCommandById(commandId, isByKey);
}

/** Beside the rail and the tools, below the bars. */
const BESIDE_TOOLS = { top: 'var(--gesso-number)', left: 'calc(2 * var(--gesso-rail))' };

/** Between two requests for the count while files are scanned, ms. */
const ASKING_MILLISECONDS = 1000;

/** Queries of a screen in the background are disabled, and refetched when it comes to the front. */
const QUERY_KEYS: QueryKeys = {
  activity: [queries.activity.list.key()],
  answers: [queries.language.answers.key()],
  connections: [queries.connections.key()],
  conversations: [
    queries.conversations.list.key(),
    queries.conversations.folders.key(),
    queries.conversations.search.key(),
  ],
  documents: [queries.documents.list.key()],
  'followed-folders': [queries.recipeFollows.list.key()],
  models: [queries.models.list.key()],
  prices: [queries.prices.key()],
  'prompt-tables': [queries.promptTables.key()],
  recipes: [queries.recipes.list.key()],
  settings: [queries.settings.key()],
  'training-files': [queries.training.list.key()],
  'training-summary': [queries.training.summary.key()],
};

/**
 * The backend is on the same computer: it answers without a network, nothing goes stale by itself
 * and failures are not transient.
 */
const queryClient = new QueryClient({
  // some data has no place on screen for an error, and its defaults would pass for saved values
  queryCache: new QueryCache({
    onError: (thrown, { meta }) => {
      if (meta?.['saysErrors'] === true) sayError(thrown);
    },
  }),
  defaultOptions: {
    queries: {
      networkMode: 'always',
      retry: false,
      refetchOnWindowFocus: false,
      staleTime: Infinity,
    },
    mutations: { networkMode: 'always' },
  },
});

const ERROR_ACTIONS: ErrorActions = {
  'open-settings': () => showScreen('settings'),
  'use-practice': () => {
    backend.connections
      .activatePractice()
      .then(() => queryClient.invalidateQueries({ queryKey: queries.connections.key() }))
      .catch(sayError);
  },
};

const FirstStart = lazy(async () => ({
  default: (await import('../screens/connections/first-start/FirstStart.tsx')).FirstStart,
}));

const FIRST_SCREENS = SCREENS.flatMap(({ id, title, purpose }) =>
  purpose === undefined ? [] : [{ id, title, purpose }],
);

/** @param props.nonce allows Mantine's style elements on this page */
export function App({ nonce }: { readonly nonce: string }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="dark"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary>
          <SettingsSectionsProvider sections={SETTINGS_SECTIONS}>
            <ErrorActionsProvider actions={ERROR_ACTIONS}>
              <FileDrop>
                <Faces />
                <Tooltips />
                <LibraryNoticeBar />
                <ContextMenu />
              </FileDrop>
            </ErrorActionsProvider>
          </SettingsSectionsProvider>
        </ErrorBoundary>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** Tells about a restored library, over the picture, until dismissed. */
function LibraryNoticeBar() {
  const [isDismissed, setDismissed] = useState(false);
  const [areDetailsShown, setDetailsShown] = useState(false);
  const { data } = useQuery(
    queries.app.info.queryOptions({
      refetchInterval: ({ state }) =>
        state.data?.recovery?.isUnderWay === true ? ASKING_MILLISECONDS : false,
    }),
  );
  const recovery = data?.recovery;
  if (recovery === undefined || isDismissed) return null;
  if (recovery.reason === 'unclosed' && recovery.adopted === 0) return null;
  return (
    <Affix position={BESIDE_TOOLS} zIndex={150} withinPortal={false}>
      <Alert
        maw="min(calc(2 * var(--gesso-list)), calc(100vw - 2 * var(--gesso-tray)))"
        color="orange"
        variant="light"
        role="alert"
        icon={<IconHistory size={16} />}
        withCloseButton
        closeButtonLabel="Dismiss"
        onClose={() => setDismissed(true)}
      >
        <Group gap="2xs">
          <Text size="sm">{recoveryTitle(recovery)}</Text>
          <UnstyledButton
            fz="sm"
            td="underline"
            aria-expanded={areDetailsShown}
            onClick={() => setDetailsShown((shown) => !shown)}
          >
            Details
          </UnstyledButton>
        </Group>
        <Collapse expanded={areDetailsShown}>
          <List size="sm" mt="2xs">
            {recoveryDetails(recovery).map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        </Collapse>
      </Alert>
    </Affix>
  );
}

/** Keeps the queries of the window up to date until `signal` is aborted. */
function followChanges(client: QueryClient, signal: AbortSignal): Promise<void> {
  let afterRevision = -1;
  return followStream(
    {
      open: (until) => backend.changes.follow({ afterRevision }, { signal: until }),
      take(changes) {
        afterRevision = Math.max(afterRevision, ...changes.map(({ revision }) => revision));
        applyChanges(client, QUERY_KEYS, changes);
      },
      onError: (error) => followProblems.report('changes', error),
      givenUp: (until) => followProblems.givenUp('changes', until),
    },
    backendLine,
    signal,
  );
}

function Faces() {
  useAppearance();
  useFollowWork();
  const connections = useQuery(queries.connections.list.queryOptions());
  if (connections.error !== null) {
    return (
      <>
        <News />
        <ErrorNotice
          error={readError(connections.error)}
          actionLabel="Try again"
          onAction={() => void connections.refetch()}
        />
      </>
    );
  }
  if (connections.data === undefined) return null;
  if (connections.data.some(({ isActive }) => isActive)) return <Shell />;
  return (
    <>
      <News />
      <Suspense fallback={null}>
        <FirstStart mark={<Mark />} screens={FIRST_SCREENS} />
      </Suspense>
    </>
  );
}

function useAppearance(): void {
  const { appearance, ground, textSize } = useSettings('appearance', 'ground', 'textSize') ?? {};
  const { setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (appearance === undefined) return;
    setColorScheme(appearance === 'system' ? 'auto' : appearance);
  }, [appearance, setColorScheme]);
  useEffect(() => {
    const { dataset, style } = document.documentElement;
    if (ground === null || ground === undefined) delete dataset['ground'];
    else dataset['ground'] = ground;
    style.fontSize = textSize === undefined ? '' : `${textSize}%`;
  }, [ground, textSize]);
}

function useFollowWork(): void {
  useEffect(() => {
    const controller = new AbortController();
    void followWork(controller.signal);
    void followChanges(queryClient, controller.signal);
    void followDesktop(controller.signal);
    followPosters(controller.signal);
    const pollNow = () => void backend.jobs.pollNow().catch(() => undefined); // the backend checks again on its own later
    window.addEventListener('online', pollNow, { signal: controller.signal });
    return () => controller.abort();
  }, []);
}

/** Runs until the signal is aborted. Its code is loaded when the first clip needs it. */
function followPosters(signal: AbortSignal): void {
  let making: Promise<(jobs: Iterable<Job>) => void> | undefined;
  const look = (jobs: ReadonlyMap<string, Job>): void => {
    const wanting = [...jobs.values()].filter((job) => wantingOutputs(job).length > 0);
    if (wanting.length === 0) return;
    making ??= import('../viewer/clips/window-posters.ts').then((posters) =>
      posters.createWindowPosters(),
    );
    making.then(
      (make) => make(wanting),
      () => {
        making = undefined; // the code could not be loaded; the next change tries again
      },
    );
  };
  look(jobsStore.state.getState().jobs);
  const stop = jobsStore.state.subscribe(({ jobs }, before) => {
    if (jobs !== before.jobs) look(jobs);
  });
  signal.addEventListener('abort', stop, { once: true });
}
