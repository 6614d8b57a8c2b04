/** Replaced in one pass, so that braces in the data stay. `\{{` stands for two braces. */

const PLACE = /\\\{\{|\{\{([^{}]*)\}\}/gu;

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

/** The first of duplicate columns counts. */
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
