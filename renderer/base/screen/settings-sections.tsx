/** Sections of the Settings screen, which features contribute: the registry hands them down. */
import { createContext, use, type ComponentType, type ReactNode } from 'react';

/** One section: groups of rows below its title. */
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

/** In the order in which they are shown. */
export function useSettingsSections(): readonly SettingsSection[] {
  return use(SectionsContext);
}
