/** Where the files of worker threads are, in the sources and in a bundle. */

/**
 * Address of a worker's file: the source, or the bundle of the same name in `out/workers`. In a package
 * these lie beside the archive: a thread is no reader of archives.
 *
 * @param source path of the source from the file that asks, without extension
 * @param from `import.meta.url` of the file that asks
 */
export function workerEntry(source: string, from: string): URL {
  if (from.endsWith('.ts')) return new URL(`${source}.ts`, from);
  const name = source.slice(source.lastIndexOf('/') + 1);
  return new URL(`../workers/${name}.mjs`, from.replace('/app.asar/', '/app.asar.unpacked/'));
}
