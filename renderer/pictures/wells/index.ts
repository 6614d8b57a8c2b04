/**
 * A form's slot for a picture: drop, paste, select a file, recent pictures.
 * @example
 * const well = useWell((photo) => remember(photo?.id));
 * <Source well={well} name="Face" nothing="No face" hint="Drop a face here" />
 */
export { Source } from './Source.tsx';
export { useSample } from './use-sample.ts';
export { useWell, useWellState } from './use-well.ts';
export type { Well, WellState } from './well.ts';
