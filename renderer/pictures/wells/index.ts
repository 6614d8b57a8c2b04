/**
 * The place for a picture of a form: drop, paste, select a file, recent pictures. A row of the inspector; the
 * screen shows the picture on its stage.
 *
 * @example
 *   const well = useWell((photo) => remember(photo?.id));
 *   <Source well={well} name="Face" nothing="No face" hint="Drop a face here" />
 */
export { Source } from './Source.tsx';
export { useSample } from './use-sample.ts';
export { useWell, useWellState } from './use-well.ts';
export type { Well, WellState } from './well.ts';
