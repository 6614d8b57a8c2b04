import type { ReactNode } from 'react';
import { ModelsContext, useKeptModels } from './use-models.ts';

export function ModelsProvider({ children }: { readonly children: ReactNode }) {
  return <ModelsContext value={useKeptModels()}>{children}</ModelsContext>;
}
