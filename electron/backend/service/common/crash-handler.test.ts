import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { installCrashHandler } from './crash-handler.ts';

function setUp(report: (error: unknown, isToTell: boolean) => void = () => undefined) {
  const exits: number[] = [];
  const process = Object.assign(new EventEmitter(), { exit: (code: number) => exits.push(code) });
  const reported: [error: unknown, isToTell: boolean][] = [];
  let time = 0;
  let givenUp = 0;
  installCrashHandler({
    process,
    report(error, isToTell) {
      reported.push([error, isToTell]);
      report(error, isToTell);
    },
    giveUp: () => (givenUp += 1),
    now: () => time,
  });
  return { process, reported, exits, givenUp: () => givenUp, pass: (ms: number) => (time += ms) };
}

it('logs each error, and tells the window at most once a minute', () => {
  const { process, reported, givenUp, pass } = setUp();
  process.emit('uncaughtException', 'first');
  process.emit('unhandledRejection', 'second');
  pass(60_000);
  process.emit('uncaughtException', 'third');
  expect(reported).toEqual([
    ['first', true],
    ['second', false],
    ['third', true],
  ]);
  expect(givenUp()).toBe(0);
});

it('exits once when errors do not end, or can no longer be logged', () => {
  const many = setUp();
  for (let count = 0; count < 200; count++) many.process.emit('uncaughtException', count);
  expect(many.reported).toHaveLength(200);
  expect(many.givenUp()).toBe(1);
  const silent = setUp(() => {
    throw new Error('the log is gone');
  });
  silent.process.emit('uncaughtException', 1);
  silent.process.emit('uncaughtException', 2);
  expect(silent.givenUp()).toBe(1);
  const seldom = setUp();
  for (let count = 0; count < 200; count++) {
    seldom.pass(2000);
    seldom.process.emit('uncaughtException', count);
  }
  expect(seldom.givenUp()).toBe(0);
});

it('exits at once when errors leave no time to close anything', () => {
  const { process, exits } = setUp();
  for (let count = 0; count < 500; count++) process.emit('uncaughtException', count);
  expect(exits).toEqual([]);
  process.emit('uncaughtException', 500);
  expect(exits).toEqual([1]);
});
