/** Tells when the window is shown with another pixel ratio: other monitor, other zoom of the system. */
export function watchPixelRatio(changed: (pixelRatio: number) => void): () => void {
  let query: MediaQueryList | undefined;

  function watch(): void {
    query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener('change', update, { once: true });
  }

  function update(): void {
    watch();
    changed(window.devicePixelRatio);
  }

  watch();
  return () => query?.removeEventListener('change', update);
}
