import { describe, expect, it } from 'vitest';
import { createShowProgress } from './show-progress.ts';

describe('progress at the taskbar and the dock', () => {
  it('is a bar with the number of running tasks, and disappears when nothing runs', () => {
    const shown: unknown[] = [];
    const { show, running } = createShowProgress(
      { setBadgeCount: (count) => shown.push(`badge ${count}`) > 0 },
      { setProgress: (bar) => void shown.push(bar) },
    );
    show({ running: 3, fraction: 0.4 });
    expect(running()).toBe(3);
    show({ running: 1 });
    show(undefined);
    expect(running()).toBe(0);
    expect(shown).toEqual([0.4, 'badge 3', 2, 'badge 1', -1, 'badge 0']);
  });
});
