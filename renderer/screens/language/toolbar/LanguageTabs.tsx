/** Which of the two parts is in front: the first choice in the toolbar of both. */
import { SegmentedControl } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { createStore } from 'zustand/vanilla';
import type { ScreenState } from '../../../../shared/contract/screen-state.ts';
import { useScreenState, useUpdateScreenState } from '../../../base/backend/screen-state.ts';
import { useScreen } from '../../../base/screen/screen-context.tsx';

export type LanguageTab = ScreenState['languageTab'];

export const TAB_TITLES: readonly { readonly value: LanguageTab; readonly label: string }[] = [
  { value: 'chat', label: 'Chat' },
  { value: 'completion', label: 'Completion' },
];

/** Set while a choice is on its way: each part has a control of its own, and the keyboard goes with it. */
const moving = createStore<{ readonly isMoving: boolean }>(() => ({ isMoving: false }));

export function LanguageTabs() {
  const tab = useScreenState('languageTab');
  const update = useUpdateScreenState();
  const { isInFront } = useScreen();
  const control = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isInFront || !moving.getState().isMoving) return;
    moving.setState({ isMoving: false });
    control.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
  }, [isInFront]);
  return (
    <SegmentedControl
      ref={control}
      aria-label="Part of Language"
      data={[...TAB_TITLES]}
      value={tab}
      onChange={(languageTab) => {
        moving.setState({ isMoving: true });
        update({ languageTab });
      }}
    />
  );
}
