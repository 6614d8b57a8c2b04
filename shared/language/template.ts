/**
 * Templates with `{{name}}`, replaced in one pass, so that braces in the data stay. `\{{` stands
 * for two braces. There are no conditions, files or nesting.
 */

const PLACE = /\\\{\{|\{\{([^{}]*)\}\}/gu;

/** Returns each name once, in order. */
export function templateNames(template: string): readonly string[] {
  const names = new Set<string>();
  for (const [, name] of template.matchAll(PLACE)) {
    if (name !== undefined) names.add(name.trim());
  }
  return [...names];
}

/** Names without a value stay unchanged. */
export function fillTemplate(template: string, values: ReadonlyMap<string, string>): string {
  return template.replaceAll(PLACE, (place: string, name: string | undefined) =>
    name === undefined ? '{{' : (values.get(name.trim()) ?? place),
  );
}

/** Maps columns to cells; the first of duplicate columns counts. */
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

/** Compares a template's names with a table's columns. */
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
