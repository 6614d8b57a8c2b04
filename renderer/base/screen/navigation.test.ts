import { beforeEach, describe, expect, it } from 'vitest';
import { createOrderLine, showScreen, useNavigation, type Intent } from './navigation.ts';

const intent = (photoId: string): Intent => ({ kind: 'open-photo', photoId });

/** The screen carries out its order. @returns the photo of it */
function take(): string | undefined {
  const { intent: order } = useNavigation.getState();
  useNavigation.setState({ intent: undefined });
  return order?.kind === 'open-photo' ? order.photoId : undefined;
}

beforeEach(() => {
  useNavigation.setState({ screenId: undefined, intent: undefined });
});

describe('orders for a screen', () => {
  it('come one after the other', () => {
    const order = createOrderLine('studio', new AbortController().signal);
    for (const id of ['a', 'b', 'c']) order(intent(id));
    expect([take(), take(), take(), take()]).toEqual(['a', 'b', 'c', undefined]);
  });

  it('are not lost when somebody else gives one first', () => {
    const order = createOrderLine('studio', new AbortController().signal);
    order(intent('a'));
    order(intent('b'));
    showScreen('studio', intent('sample'));
    expect([take(), take(), take()]).toEqual(['sample', 'a', 'b']);
  });

  it('stay when the screen is brought to the front again before it has taken them', () => {
    showScreen('studio', intent('a'));
    showScreen('studio');
    expect(take()).toBe('a');
    showScreen('studio', intent('b'));
    showScreen('settings');
    expect(take()).toBeUndefined();
  });
});
