/** Where the workers' files are, in the sources and in a bundle. */

/**
 * Address of a worker's file: the source beside this one, or the bundle's entry of the same name.
 */
export function workerEntry(name: 'picture-worker' | 'service-worker'): URL {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new URL(`./${name}.${extension}`, import.meta.url);
}
