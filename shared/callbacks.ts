interface Callbacks<Values extends readonly unknown[]> {
  readonly on: (callback: (...values: Values) => void) => () => void;
  call(...values: Values): void;
  clear(): void;
}

export function createCallbacks<Values extends readonly unknown[] = []>(): Callbacks<Values> {
  const all = new Set<(...values: Values) => void>();
  return {
    on(callback) {
      all.add(callback);
      return () => {
        all.delete(callback);
      };
    },
    call(...values) {
      for (const callback of all) callback(...values);
    },
    clear: () => all.clear(),
  };
}
