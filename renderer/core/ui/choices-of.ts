/** Choices in the order of their labels; values that are numbers come first. */
export function choicesOf<Value extends string>(
  labels: Readonly<Record<Value, string>>,
): readonly { readonly value: Value; readonly label: string }[] {
  // oxlint-disable-next-line no-unsafe-type-assertion -- the keys are those of the labels
  return (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }));
}
