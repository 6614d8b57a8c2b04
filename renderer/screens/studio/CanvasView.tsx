/** Mounts the stage; the core draws everything on it. */
import { Box } from '@mantine/core';
import type { Layer as KonvaLayer } from 'konva/lib/Layer.js';
import type { Stage as KonvaStage } from 'konva/lib/Stage.js';
import { useEffect, useRef, type ReactNode, type CSSProperties } from 'react';
import { Layer, Stage } from 'react-konva';
import stageClasses from '../../viewer/stage/stage.module.css';
import { createCanvasCore } from './canvas/index.ts';
import { useOpenSession, useCanvas } from './session/index.ts';
import { isTurned, NO_TURN, turnedSize, turnMatrix } from '../../viewer/stage/geometry/turn.ts';

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
      if (size.width > 0 && size.height > 0) core.picture.resize(size, window.devicePixelRatio);
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

/** Turns boxes with the photo, but keeps their text upright. */
function TurnedOverlay({ children }: { readonly children: ReactNode }) {
  const turn = useCanvas((snapshot) => snapshot.turn) ?? NO_TURN;
  const stage = useCanvas((snapshot) => snapshot.stage);
  if (stage === undefined || !isTurned(turn)) return children;
  const { a, b, c, d, e, f } = turnMatrix(turn, turnedSize(turn, stage));
  const isSideways = turn.quarters % 2 === 1;
  const style: CSSProperties = {
    position: 'absolute',
    left: 0,
    top: 0,
    width: stage.width,
    height: stage.height,
    pointerEvents: 'none',
    transformOrigin: '0 0',
    transform: `matrix(${a}, ${b}, ${c}, ${d}, ${e}, ${f})`,
    // the inverse of a turn without its shift: transposed
    '--gesso-upright': `matrix(${a}, ${c}, ${b}, ${d}, 0, 0)`,
    '--gesso-upright-origin': isSideways ? 'left bottom' : 'center',
  } as CSSProperties;
  return (
    <div style={style} data-sideways={isSideways || undefined}>
      {children}
    </div>
  );
}
