/**
 * Hands dropped files to the program itself, which knows their places on the disk: nothing is copied. In a
 * window of Gesso's own only; a browser keeps places for itself.
 */

/** Types of the messages; the preload knows them (`electron/host/port-messages.ts`). */
const FILES_TYPE = 'gesso:files';
const WITHOUT_PLACE_TYPE = 'gesso:files-without-place';

/**
 * @param files as they were dropped; a folder is one of them
 * @returns those that have no place on the disk, such as a picture out of a web page
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

/** Places in the list of files, of an answer to it. */
function placesIn(data: unknown): readonly number[] | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  if (data.type !== WITHOUT_PLACE_TYPE || !('places' in data)) return undefined;
  const { places } = data;
  return Array.isArray(places) ? places.filter((place) => typeof place === 'number') : undefined;
}
