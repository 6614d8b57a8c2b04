/** The bar above the tab in front: a tab shows its own title and buttons there. */
import { createContext, use, type ReactNode } from 'react';
import { createPortal } from 'react-dom';

const PlaceContext = createContext<HTMLElement | null>(null);

/** @param props.place `null` while another tab is in front */
export function LanguageHeadProvider(props: {
  readonly place: HTMLElement | null;
  readonly children: ReactNode;
}) {
  return <PlaceContext value={props.place}>{props.children}</PlaceContext>;
}

/** Shows its children in the bar, beside the tabs. */
export function LanguageHead({ children }: { readonly children: ReactNode }) {
  const place = use(PlaceContext);
  return place === null ? null : createPortal(children, place);
}
