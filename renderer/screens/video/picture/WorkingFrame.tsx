import { useEffect, useMemo, useRef, useState } from 'react';
import type { Rect } from '../../../../shared/geometry/rect.ts';
import { useViewerSnapshot } from '../../../viewer/stage/viewer-context.ts';
import { useVideoSession } from '../session/index.ts';
import { drawFrame, loadAppearance } from './frame-canvas.ts';
import type { PhotoFramePlan } from './use-frame-plan.ts';
import shared from '../../../core/ui/shared.module.css';
import classes from '../Video.module.css';

/** Longer side of the picture that is held for drawing, pixels; as large as it may be sent. */
const HELD_SIDE = 2048;

export function WorkingFrame({ plan }: { readonly plan: PhotoFramePlan }) {
  const view = useViewerSnapshot((snapshot) => snapshot.view);
  const hasPicture = useViewerSnapshot((snapshot) => snapshot.picture !== undefined);
  const isShown = view !== undefined && hasPicture === true;
  const canvas = useFrameCanvas(plan, isShown);
  if (!isShown) return null;
  const place = ({ x, y, width, height }: Rect) => ({
    left: view.x + x * view.scale,
    top: view.y + y * view.scale,
    width: width * view.scale,
    height: height * view.scale,
  });
  const { photo, usedOnPhoto, frameOnPhoto, expected } = plan;
  const isPadded = plan.preparation.padding !== undefined;
  const whole = place({ x: 0, y: 0, ...photo });
  const used = place(usedOnPhoto);
  const photoClass = `${shared['over']} ${classes['photo']}`;
  return (
    <>
      <canvas ref={canvas} data-frame className={photoClass} style={used} />
      {!isPadded && (
        <div className={photoClass} style={whole}>
          <div style={{ ...used, left: used.left - whole.left, top: used.top - whole.top }} />
        </div>
      )}
      <div className={`${shared['over']} ${classes['frame']}`} style={place(frameOnPhoto)}>
        <span className={shared['onPicture']} data-side="left">
          {expected.frame.width} × {expected.frame.height}
          {expected.isMeasured ? '' : ', expected'}
        </span>
      </div>
    </>
  );
}

/**
 * Draws at every change of the settings; loads the picture once.
 * @param isShown the canvas is on the page
 */
function useFrameCanvas(plan: PhotoFramePlan, isShown: boolean) {
  const session = useVideoSession();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [appearance, setAppearance] = useState<ImageBitmap>();
  const { id, url, width, height, patches } = plan.source;
  const picture = useMemo(() => ({ id, url, size: { width, height } }), [id, url, width, height]);

  useEffect(() => {
    const controller = new AbortController();
    const shown = patches.filter(({ state }) => state === 'applied');
    async function load(): Promise<void> {
      try {
        const scale = Math.min(1, HELD_SIDE / Math.max(picture.size.width, picture.size.height));
        const next = await loadAppearance(picture, shown, scale, controller.signal);
        if (controller.signal.aborted) next.close();
        else setAppearance(next);
      } catch (thrown) {
        if (!controller.signal.aborted) session.runs.fail(thrown);
      }
    }
    void load();
    return () => {
      controller.abort();
      setAppearance(undefined);
    };
  }, [picture, patches, session]);
  // not in the cleanup above: a plan that changes together with the picture draws the old one once more
  useEffect(() => () => appearance?.close(), [appearance]);

  useEffect(() => {
    if (!isShown || appearance === undefined || canvas.current === null) return;
    drawFrame(canvas.current, appearance, plan);
  }, [appearance, plan, isShown]);
  return canvas;
}
