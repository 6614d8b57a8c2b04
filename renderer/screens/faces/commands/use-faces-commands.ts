/** No letter key spends money; `Mod+Enter` sends. */
import { useClosers } from '../../../core/screen/closers.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { bindCommands } from '../../../core/commands/define-commands.ts';
import { pickFiles } from '../../../features/files/file-input.ts';
import type { JobPages } from '../../../features/jobs/use-job-pages.ts';
import { runCommands } from '../../../features/runs/run-commands.ts';
import { FACES, FACE_BLEND, FACE_RUNS } from './faces-commands.ts';
import { useBlendCommands } from '../../../viewer/blending/index.ts';
import { usePeekKey } from '../../../core/commands/use-peek-key.ts';
import { SAVED_AS, useFacesSession } from '../session/index.ts';

export function useFacesCommands(pages: JobPages): void {
  const session = useFacesSession();
  const state = session.store.getState;
  const { slotActions, slots, blending } = session;
  const needsPicture = (): string | undefined =>
    slotActions.part(state().place) === undefined ? 'Add a picture first' : undefined;
  const needsResult = (): string | undefined =>
    blending.state.getState().open === undefined ? 'Show a result first' : undefined;

  useBlendCommands(FACE_BLEND, blending);
  useClosers([
    { layer: 'view', isOpen: () => state().isComparing, close: () => session.compare(false) },
    {
      layer: 'content',
      isOpen: () => state().jobId !== undefined,
      close: () => session.show(undefined),
    },
    {
      layer: 'content',
      isOpen: () => state().groupId !== undefined,
      close: () => session.showGroup(undefined),
    },
  ]);
  useCommands([
    ...bindCommands(FACES, {
      send: { obstacle: session.obstacle, run: () => void session.send() },
      openFace: () => pickFiles((files) => void slots.face.takeFiles(files)),
      openPicture: () => pickFiles((files) => void slots.picture.takeFiles(files)),
      crop: { obstacle: needsPicture, run: () => slotActions.toggleCrop(state().place) },
      rotate: { obstacle: needsPicture, run: () => void slotActions.turn(state().place, 'right') },
      mirror: { obstacle: needsPicture, run: () => void slotActions.turn(state().place, 'mirror') },
      swap: {
        // while two states are compared the key swaps their sides
        obstacle: () => (state().isComparing ? 'Close the comparison first' : undefined),
        run: () => slotActions.swap(),
      },
      link: () => session.store.setState({ isLinked: !state().isLinked }),
      side: {
        obstacle: needsResult,
        run: () => session.store.setState({ side: state().side === 'face' ? 'picture' : 'face' }),
      },
      compare: { obstacle: needsResult, run: () => session.compare(!state().isComparing) },
      save: {
        obstacle: needsResult,
        run() {
          const { open } = blending.state.getState();
          if (open !== undefined) void session.save({ ...open.output, ...SAVED_AS });
        },
      },
      toStudio: {
        obstacle: needsResult,
        run() {
          const { open } = blending.state.getState();
          if (open !== undefined) void session.openInStudio(open.output);
        },
      },
      back: {
        obstacle: () =>
          state().isComparing || state().groupId !== undefined || state().selected.length > 0
            ? undefined
            : 'Nothing to close',
        run() {
          const { isComparing, jobId, groupId, selected } = state();
          if (selected.length > 0) session.runs.select([]);
          else if (isComparing) session.compare(false);
          else if (jobId !== undefined && groupId !== undefined) session.show(undefined);
          else session.showGroup(undefined);
        },
      },
    }),
    ...runCommands(FACE_RUNS, {
      noun: 'result',
      order: pages.jobs,
      runs: session.runs,
      pages,
      selected: () => state().selected,
      openId: () => state().jobId,
      open: session.show,
      remove: (id) => void session.runs.remove([id]),
    }),
  ]);
  usePeekKey((isPeeking) => blending.peek(isPeeking));
}

/** Two files fill both slots; a single file goes to the first empty slot. */
export function useTakeFaces(): (files: readonly File[]) => Promise<void> {
  const session = useFacesSession();
  const state = session.store.getState;
  const { face, picture } = session.slots;
  return async ([first, ...others]) => {
    if (first === undefined) return;
    if (others.length > 0) await Promise.all([face.takeFiles([first]), picture.takeFiles(others)]);
    else if (face.state.getState().photo === undefined) await face.takeFiles([first]);
    else if (picture.state.getState().photo === undefined) await picture.takeFiles([first]);
    else await session.slots[state().place].takeFiles([first]);
  };
}
