/** Where the files of workers are, in the sources and in a bundle. */

/**
 * In a package, bundles lie beside the archive, which threads cannot read.
 * @param source path from the file that asks, without extension
 * @param from `import.meta.url` of the file that asks
 */
export function workerEntry(source: string, from: string): URL {
  if (from.endsWith('.ts')) return new URL(`${source}.ts`, from);
  const name = source.slice(source.lastIndexOf('/') + 1);
  return new URL(`../workers/${name}.mjs`, from.replace('/app.asar/', '/app.asar.unpacked/'));
}
