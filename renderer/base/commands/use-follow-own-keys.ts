/** Keeps the user's own keys as the settings have them. */
import { useLayoutEffect } from 'react';
import { useSetting } from '../backend/settings.ts';
import { useOwnKeys, type OwnKeys } from './key-bindings.ts';

/** Called once, by the shell, which draws its screens anew with it. */
export function useFollowOwnKeys(): OwnKeys {
  const bindings = useSetting('keyBindings');
  const match = useSetting('keyMatch');
  useLayoutEffect(() => useOwnKeys.setState({ bindings, match }), [bindings, match]);
  return useOwnKeys();
}
