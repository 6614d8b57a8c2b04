/** The studio: tools, canvas, panel and status line, or the start view when no photo is open. */
import { Loader } from '@mantine/core';
import { useEffect } from 'react';
import { backend } from '../../backend/client.ts';
import { useSettings } from '../../backend/settings.ts';
import { CanvasView } from './CanvasView.tsx';
import { DropArea } from './DropArea.tsx';
import { RegionBoxes } from './RegionBoxes.tsx';
import { SaveDialog } from './SaveDialog.tsx';
import { SidePanel } from './SidePanel.tsx';
import { StartView } from './StartView.tsx';
import { StatusLine } from './StatusLine.tsx';
import classes from './Studio.module.css';
import { useStudio } from './studio-store.ts';
import { Toolbar } from './Toolbar.tsx';
import { usePeekKey } from './use-peek-key.ts';
import { useStudioCommands } from './use-studio-commands.ts';

/** @param props.isShown false while another screen is in front: the photo stays, the keys are off */
export function StudioScreen({ isShown }: { readonly isShown: boolean }) {
  const status = useStudio((state) => state.status);
  const isPeeking = useStudio((state) => state.isPeeking);
  useReopen();
  useCanvasSettings();
  useStudioCommands(isShown);
  usePeekKey(isShown);
  return (
    <DropArea>
      <div className={`${classes['studio']} ${status === 'empty' ? classes['studioEmpty'] : ''}`}>
        <Toolbar />
        <CanvasView>
          {status === 'ready' && <RegionBoxes />}
          {isPeeking && <div className={classes['peek']}>Original</div>}
          {status === 'opening' && (
            <div className={classes['busy']}>
              <Loader color="gray" aria-label="Opening the photo" />
            </div>
          )}
        </CanvasView>
        <SidePanel />
        <StatusLine />
      </div>
      {status === 'empty' && <StartView />}
      <SaveDialog />
    </DropArea>
  );
}

/** At start, the photo that was open at the end of the last session. */
function useReopen(): void {
  const session = useStudio((state) => state.session);
  useEffect(() => {
    if (session === undefined || useStudio.getState().status !== 'empty') return;
    void backend.settings.get().then(({ openPhotoId }) => {
      if (openPhotoId !== null && useStudio.getState().status === 'empty') {
        return session.openPhoto(openPhotoId);
      }
      return undefined;
    });
  }, [session]);
}

/** The canvas follows the settings. */
function useCanvasSettings(): void {
  const core = useStudio((state) => state.session?.core);
  const settings = useSettings();
  useEffect(() => {
    if (core === undefined || settings === undefined) return;
    core.setMaskAppearance({ color: settings.maskColor, opacity: settings.maskOpacity });
  }, [core, settings?.maskColor, settings?.maskOpacity]);
  const isLoaded = settings !== undefined;
  useEffect(() => {
    if (core === undefined || settings === undefined) return undefined;
    core.setToolSize('brush', settings.brushSize);
    core.setToolSize('eraser', settings.eraserSize);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = core.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { brushSize, eraserSize } = core.getSnapshot();
        void rememberSizes(brushSize, eraserSize);
      }, 500);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
    // only when the canvas or the settings appear: afterwards the canvas is ahead of the settings
  }, [core, isLoaded]);
}

let remembered = '';
async function rememberSizes(brushSize: number, eraserSize: number): Promise<void> {
  const key = `${brushSize} ${eraserSize}`;
  if (key === remembered) return;
  remembered = key;
  await backend.settings.update({ brushSize, eraserSize });
}
