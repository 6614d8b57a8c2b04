import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, expect, it } from 'vitest';
import { say } from './say.ts';

afterEach(() => notifications.clean());

it('shows the newest toast, and drops the oldest', () => {
  for (const sentence of ['one', 'two', 'three', 'four', 'five']) say(sentence);
  const { notifications: shown, queue } = notificationsStore.getState();
  expect(shown.map(({ message }) => message)).toEqual(['three', 'four', 'five']);
  expect(queue).toEqual([]);
});

it('shows a finished action by its colour', () => {
  say('saved', 'done');
  say('copied');
  const { notifications: shown } = notificationsStore.getState();
  expect(shown.map(({ color }) => color)).toEqual(['teal', undefined]);
});
