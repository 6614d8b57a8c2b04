/**
 * Passes dropped files by path, so that nothing is copied. Only in Gesso's own window, as browsers
 * hide paths.
 */

/** Types of messages that the preload knows (`electron/host/port-messages.ts`). */
const FILES_TYPE = 'gesso:files';
const WITHOUT_PLACE_TYPE = 'gesso:files-without-place';

/**
 * @param files as dropped, including folders
 * @returns those without a path, such as a picture from a web page
 */
export function handOver(files: readonly File[]): Promise<readonly File[]> {
  const target = location.origin === 'null' ? '*' : location.origin;
  return new Promise((resolve) => {
    const listeners = new AbortController();
    window.addEventListener(
      'message',
      (event: MessageEvent<unknown>) => {
        const places = event.source === window ? placesIn(event.data) : undefined;
        if (places === undefined) return;
        listeners.abort();
        resolve(places.flatMap((place) => files[place] ?? []));
      },
      { signal: listeners.signal },
    );
    window.postMessage({ type: FILES_TYPE, files }, target);
  });
}

function placesIn(data: unknown): readonly number[] | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  if (data.type !== WITHOUT_PLACE_TYPE || !('places' in data)) return undefined;
  const { places } = data;
  return Array.isArray(places) ? places.filter((place) => typeof place === 'number') : undefined;
}
