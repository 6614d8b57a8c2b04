/** Which screen is shown. */
import { create } from 'zustand';

export type Screen = 'studio' | 'settings';

export const useNavigation = create<{ readonly screen: Screen }>(() => ({ screen: 'studio' }));

export function showScreen(screen: Screen): void {
  useNavigation.setState({ screen });
}
