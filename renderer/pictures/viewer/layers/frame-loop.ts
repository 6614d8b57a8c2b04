/** Work put off to the next animation frame, once per frame however often it is asked for. */
export interface FrameLoop {
  /** Asks for `task` to run in the next frame; asking again before then changes nothing. */
  request(task: () => void): void;
  /** Forgets waiting tasks. */
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
