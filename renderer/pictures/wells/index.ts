/**
 * The place for a picture of a form: drop, paste, select a file, recent pictures. Two of them can stand
 * side by side.
 *
 * @example
 *   const well = useWell((photo) => remember(photo?.id));
 *   <PictureWell well={well} name="Face" hint="Drop a face here" />
 */
export { PictureWell, type PictureWellProps } from './PictureWell.tsx';
export { useWell, useWellState } from './use-well.ts';
export type { Well, WellState } from './well.ts';
