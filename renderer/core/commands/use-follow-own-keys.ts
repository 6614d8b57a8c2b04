import { useLayoutEffect } from 'react';
import { useSetting } from '../backend/settings.ts';
import { useOwnKeys, type OwnKeys } from './key-bindings.ts';

/**
 * Loads the user's shortcuts from the settings. Called once, by the shell, which renders its
 * screens again.
 */
export function useFollowOwnKeys(): OwnKeys {
  const bindings = useSetting('keyBindings');
  const match = useSetting('keyMatch');
  useLayoutEffect(() => useOwnKeys.setState({ bindings, match }), [bindings, match]);
  return useOwnKeys();
}
