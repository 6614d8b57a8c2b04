import { beforeEach, describe, expect, it } from 'vitest';
import { createIntentQueue, showScreen, useNavigation, type Intent } from './navigation.ts';

const intent = (photoId: string): Intent => ({ kind: 'open-photo', photoId });

/** Takes the intent as the screen would. @returns its photo */
function take(): string | undefined {
  const { intent: order } = useNavigation.getState();
  useNavigation.setState({ intent: undefined });
  return order?.kind === 'open-photo' ? order.photoId : undefined;
}

beforeEach(() => {
  useNavigation.setState({ screenId: undefined, intent: undefined });
});

describe('navigation requests to a screen', () => {
  it('arrive one after another', () => {
    const order = createIntentQueue('studio', new AbortController().signal);
    for (const id of ['a', 'b', 'c']) order(intent(id));
    expect([take(), take(), take(), take()]).toEqual(['a', 'b', 'c', undefined]);
  });

  it('are not lost when another request comes first', () => {
    const order = createIntentQueue('studio', new AbortController().signal);
    order(intent('a'));
    order(intent('b'));
    showScreen('studio', intent('sample'));
    expect([take(), take(), take()]).toEqual(['sample', 'a', 'b']);
  });

  it('stay when the screen is shown again before it has handled them', () => {
    showScreen('studio', intent('a'));
    showScreen('studio');
    expect(take()).toBe('a');
    showScreen('studio', intent('b'));
    showScreen('settings');
    expect(take()).toBeUndefined();
  });
});
