import { EventEmitter } from 'node:events';
import type { UtilityProcess } from 'electron';
import { expect, it } from 'vitest';
import { createStartPerception } from './start-perception.ts';

it('a fatal error of the helper process is among its last words, and thrown nowhere', () => {
  const child = Object.assign(new EventEmitter(), { stderr: new EventEmitter() });
  const fork = () => child as unknown as UtilityProcess;
  const helper = createStartPerception({ fork }, '/models')();
  const ends: string[] = [];
  helper.onEnd((reason) => ends.push(reason));
  child.stderr.emit('data', Buffer.from('a native library says this'));
  child.emit('error', 'FatalError', 'v8::ToLocalChecked', '{}');
  expect(ends).toEqual([]);
  child.emit('exit', 5);
  expect(ends).toEqual(['5 a native library says this FatalError at v8::ToLocalChecked']);
});
