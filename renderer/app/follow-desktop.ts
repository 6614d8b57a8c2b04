/** Carries out requests of the desktop: opened files and menu commands. */
import type { DesktopRequest } from '../../shared/contract/desktop.ts';
import { assertNever } from '../../shared/errors/app-error.ts';
import { backend, backendLine } from '../core/backend/client.ts';
import { runCommandById } from '../core/commands/run-command.ts';
import { followStream } from '../core/stream/follow-stream.ts';
import { followProblems } from '../features/jobs/jobs.ts';
import { createIntentQueue, showScreen } from '../core/screen/navigation.ts';
import { say } from '../core/ui/say.ts';
import { SCREENS } from './screens.tsx';

/** Longest wait for the key that the host presses before a menu command, ms. */
const KEY_PATIENCE = 300;

/** Screens whose id differs from the kind of their jobs. */
const SCREEN_OF_KIND: Readonly<Record<string, string | undefined>> = {
  'merge-face': 'faces',
  'training-upload': 'training',
};

export async function followDesktop(signal: AbortSignal): Promise<void> {
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
