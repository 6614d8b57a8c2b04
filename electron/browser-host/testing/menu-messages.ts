import type { Menu } from '../../../shared/contract/desktop.ts';

export type FromMenuProcess =
  | { readonly kind: 'running'; readonly url: string }
  | { readonly kind: 'menu'; readonly menu: Menu }
  | { readonly kind: 'close-window' };

export type ToMenuProcess =
  | { readonly kind: 'run-command'; readonly commandId: string; readonly isByKey: boolean }
  | { readonly kind: 'open-photo'; readonly photoId: string }
  | { readonly kind: 'open-files'; readonly paths: readonly string[] };
