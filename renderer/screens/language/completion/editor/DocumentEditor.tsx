/** CodeMirror owns the text; React only mounts it. */
import { Box } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { OpenDocument } from '../document/open-document.ts';
import './document.css';

export function DocumentEditor({ document }: { readonly document: OpenDocument }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null) return undefined;
    return document.mount(place.current);
  }, [document]);
  return <Box ref={place} flex="1 1 0" mih={0} />;
}
