/** A backend whose service answers as the test says. */
import { createBackendFixture, type FixtureOptions } from './backend-fixture.ts';
import { startScriptedService, type Script } from './scripted-service.ts';

/** @param options.script what happens to each call, until `play` says otherwise */
export async function startScriptedBackend({
  script,
  ...options
}: FixtureOptions & { readonly script?: Script } = {}) {
  const service = await startScriptedService(script);
  return { service, fixture: await createBackendFixture({ ...options, service }) };
}
