/** Mounts the stage; the core draws everything on it. */
import { Box } from '@mantine/core';
import type { Layer as KonvaLayer } from 'konva/lib/Layer.js';
import type { Stage as KonvaStage } from 'konva/lib/Stage.js';
import { useEffect, useRef, type ReactNode } from 'react';
import { Layer, Stage } from 'react-konva';
import stageClasses from '../../../pictures/viewer/stage.module.css';
import { createCanvasCore } from '../canvas/index.ts';
import { TurnedOverlay } from './TurnedOverlay.tsx';
import { useOpenSession } from '../session/index.ts';

/** @param props.overlay must let unused pointer and wheel events through */
export function CanvasView(props: { readonly overlay?: ReactNode; readonly children?: ReactNode }) {
  const { overlay, children } = props;
  const container = useRef<HTMLDivElement>(null);
  const stage = useRef<KonvaStage>(null);
  const photoLayer = useRef<KonvaLayer>(null);
  const maskLayer = useRef<KonvaLayer>(null);
  const overlayLayer = useRef<KonvaLayer>(null);
  const openSession = useOpenSession();

  useEffect(() => {
    const parts = {
      container: container.current,
      stage: stage.current,
      photoLayer: photoLayer.current,
      maskLayer: maskLayer.current,
      overlayLayer: overlayLayer.current,
    };
    const { container: element } = parts;
    if (element === null || parts.stage === null || parts.photoLayer === null) return undefined;
    if (parts.maskLayer === null || parts.overlayLayer === null) return undefined;
    const core = createCanvasCore({
      container: element,
      stage: parts.stage,
      photoLayer: parts.photoLayer,
      maskLayer: parts.maskLayer,
      overlayLayer: parts.overlayLayer,
      onPhotoError: (error) => void session.photos.broke(error),
    });
    const resize = () => {
      const size = { width: element.clientWidth, height: element.clientHeight };
      // the size is 0 while another screen is in front
      if (size.width > 0 && size.height > 0) core.resize(size, window.devicePixelRatio);
    };
    const session = openSession(core);
    resize();
    const observer = new ResizeObserver(resize);
    observer.observe(element);
    return () => {
      observer.disconnect();
      session.destroy();
      core.destroy();
    };
  }, [openSession]);

  return (
    <Box pos="absolute" inset={0}>
      <div
        ref={container}
        className={stageClasses['stage']}
        role="application"
        aria-label="Photo. Paint with the mouse or pen, or press Enter to draw by keyboard; all commands are in the command palette."
        tabIndex={0}
        data-menu="studio.copy studio.saveAs"
      >
        <Stage ref={stage} width={1} height={1} listening={false}>
          <Layer ref={photoLayer} listening={false} />
          <Layer ref={maskLayer} listening={false} />
          <Layer ref={overlayLayer} listening={false} />
        </Stage>
        <TurnedOverlay>{overlay}</TurnedOverlay>
      </div>
      <div className={stageClasses['focusFrame']} />
      {children}
    </Box>
  );
}
