export interface FrameLoop {
  request(task: () => void): void;
  destroy(): void;
}

export function createFrameLoop(): FrameLoop {
  const tasks = new Set<() => void>();
  let handle: number | undefined;

  function run(): void {
    handle = undefined;
    const due = [...tasks];
    tasks.clear();
    for (const task of due) task();
  }

  return {
    request(task) {
      tasks.add(task);
      handle ??= requestAnimationFrame(run);
    },
    destroy() {
      if (handle !== undefined) cancelAnimationFrame(handle);
      handle = undefined;
      tasks.clear();
    },
  };
}
