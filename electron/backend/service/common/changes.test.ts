import { call } from '@orpc/server';
import { describe, expect, it } from 'vitest';
import { TOPICS } from '../../../../shared/contract/changes.ts';
import { createChanges, type Changes } from './changes.ts';

async function follow(changes: Changes, afterRevision = -1) {
  const stream = await call(changes.procedures.follow, { afterRevision });
  async function next() {
    const step = await stream.next();
    return step.done === true ? [] : step.value;
  }
  return { next, first: await next() };
}

describe('changes', () => {
  it('begin with all topics for a new follower, and are then merged by topic', async () => {
    const changes = createChanges();
    const { first, next } = await follow(changes);
    expect(first.map(({ topic }) => topic)).toEqual(TOPICS);
    changes.publish('documents', 'a', 'b');
    changes.publish('models');
    changes.publish('documents', 'b', 'c');
    expect(await next()).toMatchObject([
      { topic: 'documents', ids: ['a', 'b', 'c'] },
      { topic: 'models', ids: [] },
    ]);
    changes.close();
  });

  it('name no ids once anything of the topic may have changed', async () => {
    const changes = createChanges();
    const { next } = await follow(changes);
    changes.publish('documents', 'a');
    changes.publish('documents');
    changes.publish('documents', 'b');
    expect(await next()).toMatchObject([{ topic: 'documents', ids: [] }]);
    changes.close();
  });

  it('begin with the missed topics after a reconnection', async () => {
    const changes = createChanges();
    const { first } = await follow(changes);
    const seen = Math.max(...first.map(({ revision }) => revision));
    expect((await follow(changes, seen)).first).toEqual([]);
    changes.publish('recipes', 'a');
    expect((await follow(changes, seen)).first).toEqual([
      { topic: 'recipes', ids: [], revision: seen + 1 },
    ]);
    changes.close();
  });

  it('begin with all topics when the follower is ahead, as after a change of the clock', async () => {
    const changes = createChanges();
    expect((await follow(changes, Number.MAX_SAFE_INTEGER)).first).toHaveLength(TOPICS.length);
    changes.close();
  });

  it('end when Gesso closes', async () => {
    const changes = createChanges();
    const { next } = await follow(changes);
    const last = next();
    changes.close();
    expect(await last).toEqual([]);
  });
});
