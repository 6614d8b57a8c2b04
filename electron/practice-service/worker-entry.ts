/** Where the workers' files are, in the sources and in a bundle. */

/**
 * Address of a worker's file: the source beside this one, or the bundle of the same name in
 * `out/workers`. In a package these lie beside the archive: a thread is no reader of archives.
 *
 * @param from the address of the asking file; this one's unless given
 */
export function workerEntry(
  name: 'picture-worker' | 'service-worker',
  from: string = import.meta.url,
): URL {
  if (from.endsWith('.ts')) return new URL(`./${name}.ts`, from);
  return new URL(`../workers/${name}.mjs`, from.replace('/app.asar/', '/app.asar.unpacked/'));
}
