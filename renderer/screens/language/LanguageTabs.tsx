import { useEffect, useRef } from 'react';
import type { ScreenState } from '../../../shared/contract/screen-state.ts';
import { useScreenState, useUpdateScreenState } from '../../core/backend/settings.ts';
import { useScreen } from '../../core/screen/screen-context.tsx';
import { Segments } from '../../core/ui/Segments.tsx';

export type LanguageTab = ScreenState['languageTab'];

const TAB_TITLES: readonly { readonly value: LanguageTab; readonly label: string }[] = [
  { value: 'chat', label: 'Chat' },
  { value: 'completion', label: 'Completion' },
];

/** Set during a switch, because each tab has its own control and the focus must move to it. */
let isMoving = false;

export function LanguageTabs() {
  const tab = useScreenState('languageTab');
  const update = useUpdateScreenState();
  const { isInFront } = useScreen();
  const control = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isInFront || !isMoving) return;
    isMoving = false;
    control.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
  }, [isInFront]);
  return (
    <Segments
      ref={control}
      aria-label="Part of Language"
      data={TAB_TITLES}
      value={tab}
      onChange={(languageTab) => {
        isMoving = true;
        update({ languageTab });
      }}
    />
  );
}
