/** The suggested name of a PDF is the title of the page. */

/** @param name without extension */
export function printPage(name: string): void {
  const { title } = document;
  document.title = name;
  // the dialog blocks the page, or returns at once and fires `afterprint` later
  window.addEventListener('afterprint', () => (document.title = title), { once: true });
  window.print();
}
