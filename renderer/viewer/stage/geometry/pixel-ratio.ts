/** Calls back for another pixel ratio: another monitor or system zoom. */
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
