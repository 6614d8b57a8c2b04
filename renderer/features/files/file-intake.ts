/** Routes dropped and pasted files to the intakes of the current screen. */
import { useEffect, useEffectEvent, type RefObject } from 'react';
import { create } from 'zustand';
import type { DroppedItems } from './file-input.ts';
import { useScreen } from '../../core/screen/screen-context.tsx';

export type FileSource = 'drop' | 'paste';

export interface FileIntake {
  /** Shown while files are dragged over it, such as "Drop photos to open them". */
  readonly label: string;
  /** Accepts only files dropped on this element; without it, files that no other intake accepts. */
  readonly element?: RefObject<HTMLElement | null> | undefined;
  take(files: readonly File[], source: FileSource): void;
  /** Replaces `take` for intakes that accept whole folders with their structure. */
  readonly takeItems?: ((items: DroppedItems, source: FileSource) => void) | undefined;
  /**
   * Reports a drop that cannot be read, such as a folder without pictures.
   * @param thrown an `AppError`
   */
  refuse(thrown: unknown): void;
}

/** Of the current screen, the latest last. */
export const useFileIntakes = create<{ readonly intakes: readonly FileIntake[] }>(() => ({
  intakes: [],
}));

/** Accepts files while the component's screen is current. */
export function useFileIntake(intake: FileIntake): void {
  const { isInFront } = useScreen();
  const { label, element } = intake;
  const take = useEffectEvent(intake.take);
  const takeItems = useEffectEvent((items: DroppedItems, source: FileSource) =>
    intake.takeItems?.(items, source),
  );
  const hasItems = intake.takeItems !== undefined;
  const refuse = useEffectEvent(intake.refuse);
  useEffect(() => {
    if (!isInFront) return undefined;
    const registered: FileIntake = {
      label,
      element,
      take: (files, source) => take(files, source),
      takeItems: hasItems ? (items, source) => takeItems(items, source) : undefined,
      refuse: (thrown) => refuse(thrown),
    };
    useFileIntakes.setState(({ intakes }) => ({ intakes: [...intakes, registered] }));
    return () => {
      useFileIntakes.setState(({ intakes }) => ({
        intakes: intakes.filter((each) => each !== registered),
      }));
    };
  }, [isInFront, label, element, hasItems]);
}

/**
 * The intake for files dropped or pasted at a place of the page.
 * @returns `undefined` if nothing accepts files
 */
export function intakeAt(
  intakes: readonly FileIntake[],
  target: EventTarget | null,
): FileIntake | undefined {
  const isOn = ({ element }: FileIntake): boolean =>
    target instanceof Node && element?.current?.contains(target) === true;
  return intakes.findLast(isOn) ?? intakes.findLast(({ element }) => element === undefined);
}
