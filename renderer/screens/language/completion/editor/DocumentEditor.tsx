/** The open document. CodeMirror owns its text; React only gives it a place. */
import { useEffect, useRef } from 'react';
import type { OpenDocument } from '../document/open-document.ts';
import './document.css';
import classes from '../Completion.module.css';

export function DocumentEditor({ document }: { readonly document: OpenDocument }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null) return undefined;
    return document.mount(place.current);
  }, [document]);
  return <div ref={place} className={classes['editor']} />;
}
