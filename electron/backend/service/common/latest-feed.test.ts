import { describe, expect, it } from 'vitest';
import { createLatestFeed } from './latest-feed.ts';

describe('a feed of the latest value', () => {
  it('is sent at once, soon after a change, and later after progress alone', async () => {
    let value = 'first';
    const feed = createLatestFeed(() => value, 60_000);
    const reader = feed.read(undefined);
    const next = async () => (await reader.next()).value;
    expect(await next()).toBe('first');

    const coming = next();
    value = 'moved';
    feed.moved();
    value = 'ordered';
    feed.changed();
    expect(await coming).toBe('ordered');

    const last = next();
    value = 'moved again';
    feed.moved();
    feed.close();
    expect(await last).toBeUndefined();
  });

  it('is sent after a longer delay when only progress changes', async () => {
    let value = 1;
    const feed = createLatestFeed(() => value, 1);
    const reader = feed.read(undefined);
    await reader.next();
    value = 2;
    feed.moved();
    expect((await reader.next()).value).toBe(2);
    await reader.return();
  });

  it('ends for a reader that has disconnected', async () => {
    const controller = new AbortController();
    const feed = createLatestFeed(() => 1, 60_000);
    const reader = feed.read(controller.signal);
    await reader.next();
    const waiting = reader.next();
    feed.moved();
    controller.abort();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });
});
