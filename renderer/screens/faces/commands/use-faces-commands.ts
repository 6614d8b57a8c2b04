/** No letter key spends money; `Mod+Enter` sends. */
import { useClosers } from '../../../core/screen/closers.ts';
import { useCommands } from '../../../core/commands/commands.ts';
import { pickFiles } from '../../../features/files/file-input.ts';
import type { JobPages } from '../../../features/jobs/use-job-pages.ts';
import { runCommands } from '../../../features/runs/run-commands.ts';
import { useMixCommands } from '../../../viewer/mixing/index.ts';
import { usePeekKey } from '../../../core/screen/use-peek-key.ts';
import { FACE_WORDS } from '../ThisResult.tsx';
import { SAVED_AS, useFacesSession, useFacesState } from '../session/index.ts';

export function useFacesCommands(pages: JobPages): void {
  const session = useFacesSession();
  const state = useFacesState();
  const { slotActions, slots, mixing } = session;
  const group = 'Faces';
  const needsPicture = (): string | undefined =>
    slotActions.part(state().place) === undefined ? 'Add a picture first' : undefined;
  const needsResult = (): string | undefined =>
    mixing.state.getState().open === undefined ? 'Show a result first' : undefined;

  useMixCommands('faces', mixing, FACE_WORDS);
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
    {
      id: 'faces.send',
      title: 'Merge face',
      group,
      shortcuts: ['Mod+Enter'],
      obstacle: session.obstacle,
      run: () => void session.send(),
    },
    {
      id: 'faces.openFace',
      title: 'Select a face…',
      group,
      shortcuts: ['Shift+Mod+O'],
      run: () => pickFiles((files) => void slots.face.takeFiles(files)),
    },
    {
      id: 'faces.openPicture',
      title: 'Select a picture…',
      group,
      shortcuts: ['Mod+O'],
      run: () => pickFiles((files) => void slots.picture.takeFiles(files)),
    },
    {
      id: 'faces.crop',
      title: 'Crop, or remove the crop',
      group,
      shortcuts: ['C'],
      obstacle: needsPicture,
      run: () => slotActions.toggleCrop(state().place),
    },
    {
      id: 'faces.rotate',
      title: 'Rotate by 90°',
      group,
      shortcuts: ['Shift+R'],
      obstacle: needsPicture,
      run: () => void slotActions.turn(state().place, 'right'),
    },
    {
      id: 'faces.mirror',
      title: 'Mirror',
      group,
      shortcuts: ['M'],
      obstacle: needsPicture,
      run: () => void slotActions.turn(state().place, 'mirror'),
    },
    {
      id: 'faces.swap',
      title: 'Swap face and picture',
      group,
      shortcuts: ['X'],

      // while two states are compared the key swaps their sides
      obstacle: () => (state().isComparing ? 'Close the comparison first' : undefined),
      run: () => slotActions.swap(),
    },
    {
      id: 'faces.link',
      title: 'Zoom and pan together, or alone',
      group,
      shortcuts: ['L'],
      run: () => session.setLinked(!state().isLinked),
    },
    {
      id: 'faces.side',
      title: 'Face or picture beside the result',
      group,
      shortcuts: ['F'],
      obstacle: needsResult,
      run: () => session.showSide(state().side === 'face' ? 'picture' : 'face'),
    },
    {
      id: 'faces.compare',
      title: 'Compare result and picture',
      group,
      shortcuts: ['W'],
      obstacle: needsResult,
      run: () => session.compare(!state().isComparing),
    },
    {
      id: 'faces.save',
      title: 'Save the result as PNG',
      group,
      shortcuts: ['Mod+S'],
      obstacle: needsResult,
      run() {
        const { open } = mixing.state.getState();
        if (open !== undefined) void session.save({ ...open.output, ...SAVED_AS });
      },
    },
    {
      id: 'faces.toStudio',
      title: 'Open in the Studio',
      group,
      shortcuts: ['Shift+Mod+S'],
      obstacle: needsResult,
      run() {
        const { open } = mixing.state.getState();
        if (open !== undefined) void session.openInStudio(open.output);
      },
    },
    ...runCommands({
      screen: 'faces',
      group: 'Results',
      noun: 'result',
      order: pages.jobs,
      runs: session.runs,
      pages,
      selected: () => state().selected,
      openId: () => state().jobId,
      open: session.show,
      remove: (id) => void session.runs.remove([id]),
    }),
    {
      id: 'faces.back',
      title: 'Close comparison or result',
      group,
      shortcuts: ['Escape'],
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
  ]);
  usePeekKey((isPeeking) => session.peek(isPeeking));
}
