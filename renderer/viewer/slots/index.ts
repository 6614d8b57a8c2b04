/**
 * A form's slot for a picture: drop, paste, select a file, recent pictures.
 * @example
 * const slot = usePictureSlot((photo) => remember(photo?.id));
 * <PictureSlotField slot={slot} name="Face" nothing="No face" hint="Drop a face here" />
 */
export { PictureSlotField } from './PictureSlotField.tsx';
export { useSample } from './use-sample.ts';
export { usePictureSlot, usePictureSlotState } from './use-picture-slot.ts';
export type { PictureSlot } from './picture-slot.ts';
