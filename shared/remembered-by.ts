/** @param work its answer must never change, so the objects must not be modified */
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
