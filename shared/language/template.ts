/**
 * Templates with `{{name}}`: replaced in one plain pass, so that braces in the data stay as they are.
 * `\{{` stands for two braces. There is nothing else: no conditions, no files, no nesting.
 */

const PLACE = /\\\{\{|\{\{([^{}]*)\}\}/gu;

/** The names in a template, each once, in their order. */
export function templateNames(template: string): readonly string[] {
  const names = new Set<string>();
  for (const [, name] of template.matchAll(PLACE)) {
    if (name !== undefined) names.add(name.trim());
  }
  return [...names];
}

/** A name without a value stays as it stands. */
export function fillTemplate(template: string, values: ReadonlyMap<string, string>): string {
  return template.replaceAll(PLACE, (place: string, name: string | undefined) =>
    name === undefined ? '{{' : (values.get(name.trim()) ?? place),
  );
}

/** The cells of a row by their columns; of two columns with one name the first counts. */
export function rowValues(
  columns: readonly string[],
  cells: readonly string[],
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [index, column] of columns.entries()) {
    if (!values.has(column)) values.set(column, cells[index] ?? '');
  }
  return values;
}

/** How a template and a table fit. */
export function templateFit(
  template: string,
  columns: readonly string[],
): { readonly unknownNames: readonly string[]; readonly unusedColumns: readonly string[] } {
  const names = templateNames(template);
  return {
    unknownNames: names.filter((name) => !columns.includes(name)),
    unusedColumns: columns.filter((column) => !names.includes(column)),
  };
}
