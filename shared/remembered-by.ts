/** Work that is done once for each object, and whose answer is kept as long as the object lives. */

/**
 * Makes a function that remembers its answers.
 *
 * @param work its answer must never change: the objects are not written to
 */
export function rememberedBy<Key extends object, Value>(
  work: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let answer = known.get(key);
    if (answer === undefined) known.set(key, (answer = { value: work(key) }));
    return answer.value;
  };
}
