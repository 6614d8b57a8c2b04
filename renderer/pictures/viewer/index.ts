/**
 * Pictures to look at, for every screen. Nothing here knows a screen, a store or the backend; the
 * studio's canvas stands on `picture-stage.ts`, everything else comes through this door.
 *
 * @example One picture; one with a box on it; pictures compared; two that zoom and move together.
 *
 *   <PictureViewer picture={picture} label="Result" />
 *
 *   <PictureViewer
 *     picture={picture}
 *     label="Picture to animate"
 *     overlay={
 *       <PictureBox
 *         id="working-frame" name="Frame" rect={rect} isGrabbedInside
 *         limits={() => limits} stops={STOPS} onChange={setRect}
 *       />
 *     }
 *   />
 *
 *   <PictureComparison
 *     picture={original}
 *     states={[{ name: 'Original', patches: [] }, { name: '4×', picture: enlarged }]}
 *     label="Original and result"
 *   />
 *
 *   const live = createLivePicture(size, () => ({ image: frame, isMoving: true }));
 *   <PictureViewer picture={{ id, url, size, live }} label="Clip" />   // then viewer.drawNow()
 *
 *   const [link] = useState(createViewLink);
 *   <PictureViewer picture={left} label="First face" link={link} />
 *   <PictureViewer picture={right} label="Second face" link={link} />
 */
export { createViewLink, type ViewLink } from './comparing/linked-views.ts';
export { movedByKey } from './input/keyboard-pointer.ts';
export { createLivePicture, type LiveImage } from './decoding/live-picture.ts';
export { PictureBox } from './box/PictureBox.tsx';
export { PictureComparison, type NamedState } from './comparing/PictureComparison.tsx';
export { PictureViewer } from './PictureViewer.tsx';
export { useViewer, useViewerSnapshot } from './viewer-context.ts';
export type { PictureWeight } from './decoding/masked-picture.ts';
export type { PictureSource } from './decoding/picture.ts';
export { createReference, type Reference, type ReferenceOptions } from './comparing/reference.ts';
export type { ResampleKernel } from '../../../shared/geometry/resample.ts';
export type { Viewer, ViewerSnapshot } from './viewer.ts';
export type {
  ComparedState,
  ComparisonMode,
  PicturePatch,
  ShownPicture,
  StateComparison,
} from './viewer-types.ts';
