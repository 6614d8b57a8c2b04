/** Sections of the Settings screen, contributed by features through the registry. */
import { createContext, use, type ComponentType, type ReactNode } from 'react';

export interface SettingsSection {
  readonly id: string;
  readonly title: string;
  readonly icon: ReactNode;
  readonly Section: ComponentType;
}

const SectionsContext = createContext<readonly SettingsSection[]>([]);

export function SettingsSectionsProvider(props: {
  readonly sections: readonly SettingsSection[];
  readonly children: ReactNode;
}) {
  return <SectionsContext value={props.sections}>{props.children}</SectionsContext>;
}

export function useSettingsSections(): readonly SettingsSection[] {
  return use(SectionsContext);
}
