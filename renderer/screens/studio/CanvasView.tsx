import { Box } from '@mantine/core';
import type { ReactNode, CSSProperties } from 'react';
import { MountedStage } from '../../viewer/stage/MountedStage.tsx';
import { createCanvasCore } from './canvas/index.ts';
import { useOpenSession, useCanvas } from './session/index.ts';
import { isTurned, NO_TURN, turnedSize, turnMatrix } from '../../viewer/stage/geometry/turn.ts';

/** @param props.overlay must let unused pointer and wheel events through */
export function CanvasView(props: { readonly overlay?: ReactNode; readonly children?: ReactNode }) {
  const { overlay, children } = props;
  const openSession = useOpenSession();
  return (
    <Box pos="absolute" inset={0}>
      <MountedStage
        label="Photo. Paint with the mouse or pen, or press Enter to draw by keyboard; all commands are in the command palette."
        menu="studio.copy studio.saveAs"
        layers={3}
        mount={({ container, stage, layer }) => {
          const core = createCanvasCore({
            container,
            stage,
            photoLayer: layer(0),
            maskLayer: layer(1),
            overlayLayer: layer(2),
            onPhotoError: (error) => void session.photos.broke(error),
          });
          const session = openSession(core);
          return {
            resize: (size, pixelRatio) => core.picture.resize(size, pixelRatio),
            destroy() {
              session.destroy();
              core.destroy();
            },
          };
        }}
      >
        <TurnedOverlay>{overlay}</TurnedOverlay>
      </MountedStage>
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
