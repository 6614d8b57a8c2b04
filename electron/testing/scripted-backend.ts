/** A backend whose service answers as the test says; the service ends with the backend. */
import {
  createBackendFixture,
  type BackendFixture,
  type FixtureOptions,
} from './backend-fixture.ts';
import { startScriptedService, type Script, type ScriptedService } from './scripted-service.ts';

/** @param options.script what happens to each call, until `play` says otherwise */
export async function startScriptedBackend({
  script,
  ...options
}: FixtureOptions & { readonly script?: Script } = {}): Promise<{
  readonly service: ScriptedService;
  readonly fixture: BackendFixture;
}> {
  const service = await startScriptedService(script);
  const inner = await createBackendFixture({ ...options, service });
  const fixture = {
    ...inner,
    async [Symbol.asyncDispose]() {
      await inner[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
  return { service, fixture };
}
