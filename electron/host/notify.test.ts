import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createNotify } from './notify.ts';
import { createFakeElectron } from './testing/fake-electron.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('a notification', () => {
  it('is retained until it is clicked, so that the click still arrives', async () => {
    const { electron } = createFakeElectron({ userData: '/u' });
    const made: WeakRef<InstanceType<typeof electron.Notification>>[] = [];
    class Kind extends electron.Notification {
      constructor() {
        super();
        made.push(new WeakRef(this));
      }
      override show(): void {
        // the fake keeps what is shown; here nothing but `notify` may
      }
    }
    let shows = 0;
    const window = { isInFront: () => false, show: () => (shows += 1) };
    const { notify } = createNotify(Object.assign(Kind, { isSupported: () => true }), window);
    notify({ title: 'Done', body: 'A photo' });
    await setImmediate();
    collectGarbage();
    made[0]?.deref()?.emit('click');
    expect(shows).toBe(1);
    await setImmediate();
    collectGarbage();
    expect(made[0]?.deref()).toBeUndefined();
  });

  it('has the picture of the result, and a click opens it in the window', () => {
    const { electron, notifications } = createFakeElectron({ userData: '/u' });
    const steps: string[] = [];
    const window = { isInFront: () => false, show: () => void steps.push('window') };
    const { notify } = createNotify(electron.Notification, window);
    const onOpen = () => void steps.push('result');
    notify({ title: 'Video finished', body: 'A photo', picture: '/cache/notice.png', onOpen });
    const [shown] = notifications;
    expect(shown).toMatchObject({
      options: { title: 'Video finished', body: 'A photo', icon: '/cache/notice.png' },
    });
    shown?.emit('click');
    expect(steps).toEqual(['window', 'result']);
  });

  it('is not shown while the user looks at the window', () => {
    const { electron, notifications } = createFakeElectron({ userData: '/u' });
    let isInFront = true;
    const window = { isInFront: () => isInFront, show: () => undefined };
    const { notify, showsNotices } = createNotify(electron.Notification, window);
    notify({ title: 'Done', body: 'A photo' });
    expect(notifications).toHaveLength(0);
    expect(showsNotices()).toBe(false);
    isInFront = false;
    expect(showsNotices()).toBe(true);
    notify({ title: 'Done', body: 'A photo' });
    expect(notifications).toHaveLength(1);
  });

  it('is not retried once the system has refused one', () => {
    const { electron, notifications } = createFakeElectron({ userData: '/u' });
    const window = { isInFront: () => false, show: () => undefined };
    const { notify, showsNotices } = createNotify(electron.Notification, window);
    notify({ title: 'Done', body: 'A photo' });
    expect(showsNotices()).toBe(true);
    notifications[0]?.emit('failed', {}, 'not signed');
    expect(showsNotices()).toBe(false);
    notify({ title: 'Done', body: 'Another photo' });
    expect(notifications).toHaveLength(1);
  });
});
