import { afterAll, beforeAll } from 'vitest';
import { type Service, startService } from './service.ts';

/** Starts a service before the tests of a file, and stops it after them. */
export function serviceOfFile(): Service {
  const service = {} as Service;
  beforeAll(async () => void Object.assign(service, await startService()));
  afterAll(() => service.stop());
  return service;
}
