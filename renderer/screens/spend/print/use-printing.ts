/** Tells whether the page is being printed, before it is laid out for it. */
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

const PAPER = 'print';

export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(() => window.matchMedia(PAPER).matches);
  useEffect(() => {
    const list = window.matchMedia(PAPER);
    // synchronous, because the page is laid out right after the event
    const set = (is: boolean) => flushSync(() => setPrinting(is));
    const controller = new AbortController();
    const { signal } = controller;
    window.addEventListener('beforeprint', () => set(true), { signal });
    window.addEventListener('afterprint', () => set(false), { signal });
    list.addEventListener('change', () => set(list.matches), { signal });
    return () => controller.abort();
  }, []);
  return isPrinting;
}

/** @param name of the suggested PDF file, without extension: browsers take the page's title */
export function printPage(name: string): void {
  const { title } = document;
  document.title = name;
  // the dialog blocks the page, or returns at once and fires `afterprint` later
  window.addEventListener('afterprint', () => (document.title = title), { once: true });
  window.print();
}
