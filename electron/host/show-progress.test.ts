import { describe, expect, it } from 'vitest';
import { createShowProgress } from './show-progress.ts';

describe('progress at the taskbar and the dock', () => {
  it('is a bar with the number of running tasks, and goes when nothing runs', () => {
    const told: unknown[] = [];
    const show = createShowProgress(
      { setBadgeCount: (count) => told.push(`badge ${count}`) > 0 },
      { setProgress: (bar) => void told.push(bar) },
    );
    show({ running: 3, fraction: 0.4 });
    show({ running: 1 });
    show(undefined);
    expect(told).toEqual([0.4, 'badge 3', 2, 'badge 1', -1, 'badge 0']);
  });
});
