import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

export function InFoot(props: {
  readonly place: HTMLElement | null;
  readonly children: ReactNode;
}) {
  const { place, children } = props;
  return place === null ? children : createPortal(children, place);
}
