/** Opens the system's way to paper, or to a PDF, whose suggested name is the title of the page. */

/** @param name of the file, without its ending */
export function printPage(name: string): void {
  const { title } = document;
  document.title = name;
  // the dialog keeps the page waiting, or comes back at once and says when it is over
  window.addEventListener('afterprint', () => (document.title = title), { once: true });
  window.print();
}
