import { describe, expect, it } from 'vitest';
import type { Job } from '../../../../shared/contract/jobs.ts';
import { createClipActions } from './clip-actions.ts';
import type { VideoParts } from './video-parts.ts';
import { createVideoStore } from './video-store.ts';

/** A list of clips, newest first, of which some can be watched. */
function fixture(watched: readonly string[] = []) {
  const store = createVideoStore();
  const parts = { store, hasClip: (id: string) => watched.includes(id) } as unknown as VideoParts;
  const actions = createClipActions(parts, async (action) => action());
  const order = ['a', 'b', 'c', 'd'].map((id) => ({ id }) as Job);
  return { actions, order, state: store.getState, store };
}

describe('a clip that was sent', () => {
  it('is shown while it is made, unless another one is being watched', () => {
    const { actions, state } = fixture(['old']);
    actions.sent('new');
    expect(state().clipId).toBe('new');
    actions.sent('newer'); // the one that is shown has nothing to watch yet
    expect(state().clipId).toBe('newer');
    actions.open('old');
    actions.sent('newest');
    expect(state().clipId).toBe('old');
  });

  it('does not take the place of a comparison, nor of the picture by wish', () => {
    const { actions, state, store } = fixture();
    actions.compare(['a', 'b']);
    actions.sent('new');
    expect(state().clipId).toBeUndefined();
    actions.closeCompare();
    store.setState({ isPictureLarge: true });
    actions.sent('new');
    expect(state().clipId).toBeUndefined();
  });
});

describe('selecting clips', () => {
  it('begins with the open one, and a plain click begins anew', () => {
    const { actions, state } = fixture(['a']);
    actions.open('a');
    actions.add('c');
    expect(state().selected).toEqual(['a', 'c']);
    actions.add('a');
    expect(state().selected).toEqual(['c']);
    actions.open('b');
    expect(state().selected).toEqual([]);
  });

  it('takes a range from the first one, in either direction', () => {
    const { actions, order, state } = fixture(['b']);
    actions.open('b');
    actions.selectTo('d', order);
    expect(state().selected).toEqual(['b', 'c', 'd']);
    actions.selectTo('a', order);
    expect(state().selected).toEqual(['b', 'a']);
    actions.selectTo('gone', order);
    expect(state().selected).toEqual(['gone']);
  });
});
