/** Hands the models of the active connection down to everything of the screen. */
import type { ReactNode } from 'react';
import { ModelsContext, useKeptModels } from './use-models.ts';

export function ModelsProvider({ children }: { readonly children: ReactNode }) {
  return <ModelsContext value={useKeptModels()}>{children}</ModelsContext>;
}
