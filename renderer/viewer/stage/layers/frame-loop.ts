export type FrameLoop = ReturnType<typeof createFrameLoop>;

export function createFrameLoop() {
  const tasks = new Set<() => void>();
  let handle: number | undefined;

  function run(): void {
    handle = undefined;
    const due = [...tasks];
    tasks.clear();
    for (const task of due) task();
  }

  return {
    request(task: () => void): void {
      tasks.add(task);
      handle ??= requestAnimationFrame(run);
    },
    destroy(): void {
      if (handle !== undefined) cancelAnimationFrame(handle);
      handle = undefined;
      tasks.clear();
    },
  };
}
