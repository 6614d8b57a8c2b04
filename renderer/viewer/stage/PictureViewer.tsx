import { Box, Center, Text } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { toAppError, type AppError } from '../../../shared/errors/app-error.ts';
import type { Rect } from '../../../shared/geometry/rect.ts';
import type { ViewLink } from './comparing/linked-views.ts';
import shared from '../../core/ui/shared.module.css';
import { MountedStage } from './MountedStage.tsx';
import { noteShown } from './unshown.ts';
import { ViewerContext } from './viewer-context.ts';
import type { PicturePatch, ShownPicture, StateComparison } from './viewer-types.ts';
import { createViewer, type Viewer } from './viewer.ts';
import { Loading } from '../../core/ui/Loading.tsx';

export interface PictureViewerProps {
  readonly picture: ShownPicture | undefined;
  readonly label: string;
  /** Lowest first. Keep its identity while nothing changes, as of `comparison` and `fitArea`. */
  readonly patches?: readonly PicturePatch[] | undefined;
  readonly comparison?: StateComparison | undefined;
  readonly mark?: Rect | undefined;
  /** In photo space; may reach beyond the picture. */
  readonly fitArea?: Rect | undefined;
  readonly link?: ViewLink | undefined;
  /** The next picture of the same series keeps the view, see `viewport.ts`. */
  readonly series?: string;
  /** A picture has been drawn. @param isNext of the same series as the one before */
  readonly onShown?: (viewer: Viewer, isNext: boolean) => void;
  /** False leaves keys without Ctrl or Cmd to the screen. Default: true. */
  readonly hasPlainKeys?: boolean;
  readonly onError?: (error: AppError) => void;
  /** Boxes over the picture. Pointer and wheel events that it does not use reach the viewer. */
  readonly overlay?: ReactNode;
  readonly children?: ReactNode;
}

type Status =
  | { readonly kind: 'empty' | 'opening' }
  | { readonly kind: 'ready'; readonly picture: ShownPicture }
  | { readonly kind: 'failed'; readonly error: AppError };

const NOTICE = { inset: 0, p: 'lg' } as const;

/** Fills its parent. Children get the viewer with `useViewer`. */
export function PictureViewer(props: PictureViewerProps) {
  const { picture, label, patches, comparison, mark, fitArea, link, overlay, children } = props;
  const { hasPlainKeys = true } = props;
  const [viewer, setViewer] = useState<Viewer>();
  const [status, setStatus] = useState<Status>({ kind: 'empty' });
  const latest = useRef(props);
  const lastSeries = useRef<string>(undefined);
  useLayoutEffect(() => {
    latest.current = props;
  });

  function note(isShown: boolean): void {
    const { picture: seen } = latest.current;
    if (seen !== undefined) noteShown(seen.id, isShown);
  }

  function tell(thrown: unknown): void {
    const error = toAppError(thrown);
    if (error.kind === 'cancelled') return;
    note(false);
    (latest.current.onError ?? reportError)(error);
  }

  function fail(thrown: unknown): void {
    const error = toAppError(thrown);
    if (error.kind === 'cancelled') return;
    setStatus({ kind: 'failed', error });
    note(false);
    latest.current.onError?.(error);
  }

  const id = picture?.id;
  const url = picture?.url;
  const live = picture?.live;
  useEffect(() => {
    const wanted = latest.current.picture;
    if (viewer === undefined || wanted === undefined) return undefined;
    const controller = new AbortController();
    setStatus({ kind: 'opening' });
    const { series } = latest.current;
    const isNext = series !== undefined && series === lastSeries.current;
    lastSeries.current = series;
    const ready = (): void => {
      noteShown(wanted.id, true);
      latest.current.onShown?.(viewer, isNext);
      setStatus({ kind: 'ready', picture: wanted });
    };
    viewer.open(wanted, controller.signal, isNext).then(ready, fail);
    return () => {
      controller.abort();
      viewer.close();
      setStatus({ kind: 'empty' });
    };
  }, [viewer, id, url, live]);

  const isReady =
    status.kind === 'ready' &&
    status.picture.id === id &&
    status.picture.url === url &&
    status.picture.live === live;
  useEffect(() => {
    if (isReady) viewer?.setPatches(patches ?? []).catch(tell);
  }, [viewer, isReady, patches]);
  useEffect(() => {
    if (isReady) viewer?.setComparison(comparison).catch(tell);
  }, [viewer, isReady, comparison]);
  useEffect(() => {
    if (isReady) viewer?.setMark(mark);
  }, [viewer, isReady, mark]);
  useEffect(() => viewer?.setFitArea(fitArea), [viewer, isReady, fitArea]);
  useEffect(
    () => (viewer === undefined || link === undefined ? undefined : link.join(viewer)),
    [viewer, link],
  );

  /** Without layers on top, the context menu can offer the file at the picture's URL. */
  const isAlone = (patches ?? []).length === 0 && comparison === undefined && live === undefined;
  return (
    <ViewerContext value={viewer}>
      <Box
        pos="relative"
        w="100%"
        h="100%"
        bg="var(--gesso-ground)"
        style={{ overflow: 'hidden' }}
        data-picture={isAlone ? url : undefined}
      >
        <MountedStage
          label={`${label}.${hasPlainKeys ? ' Arrow keys pan, plus and minus zoom, 0 fits, 1 shows 100 %.' : ''}`}
          layers={2}
          mount={({ container, stage, layer }) => {
            const mounted = createViewer({
              container,
              stage,
              pictureLayer: layer(0),
              overlayLayer: layer(1),
              hasPlainKeys: () => latest.current.hasPlainKeys ?? true,
              onPictureError: fail,
              onPatchError: tell,
            });
            setViewer(mounted);
            return {
              resize: mounted.resize,
              destroy() {
                setViewer(undefined);
                mounted.destroy();
              },
            };
          }}
        >
          {overlay}
        </MountedStage>
        {children}
        {status.kind === 'opening' && (
          <Center {...NOTICE} className={`${shared['over'] ?? ''} ${shared['late'] ?? ''}`}>
            <Loading label="Opening the picture" />
          </Center>
        )}
        {status.kind === 'failed' && (
          <Center {...NOTICE} className={shared['over'] ?? ''}>
            <Text
              maw="40ch"
              px="sm"
              py="xs"
              ta="center"
              bg="var(--gesso-surface)"
              bdrs="md"
              role="alert"
            >
              {status.error.message}
            </Text>
          </Center>
        )}
      </Box>
    </ViewerContext>
  );
}
