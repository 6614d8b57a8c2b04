/** Which of the two parts is in front: the first choice in the toolbar of both. */
import { SegmentedControl } from '@mantine/core';
import { createContext, use, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import type { ScreenState } from '../../../shared/contract/screen-state.ts';
import { useScreenState, useUpdateScreenState } from '../../base/backend/screen-state.ts';
import { useScreen } from '../../base/screen/screen-context.tsx';

export type LanguageTab = ScreenState['languageTab'];

export const TAB_TITLES: readonly { readonly value: LanguageTab; readonly label: string }[] = [
  { value: 'chat', label: 'Chat' },
  { value: 'completion', label: 'Completion' },
];

/** Set while a choice is on its way: each part has a control of its own, and the keyboard goes with it. */
const MovingContext = createContext<RefObject<boolean> | undefined>(undefined);

export function LanguageTabsProvider({ children }: { readonly children: ReactNode }) {
  const isMoving = useRef(false);
  return <MovingContext value={isMoving}>{children}</MovingContext>;
}

export function LanguageTabs() {
  const tab = useScreenState('languageTab');
  const update = useUpdateScreenState();
  const { isInFront } = useScreen();
  const isMoving = use(MovingContext);
  const control = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isInFront || isMoving?.current !== true) return;
    isMoving.current = false;
    control.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
  }, [isInFront, isMoving]);
  return (
    <SegmentedControl
      ref={control}
      aria-label="Part of Language"
      data={[...TAB_TITLES]}
      value={tab}
      onChange={(languageTab) => {
        if (isMoving !== undefined) isMoving.current = true;
        update({ languageTab });
      }}
    />
  );
}
