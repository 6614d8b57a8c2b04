import type { Guarded, RouterOs } from './router-base.ts';
import type { SelfCheck } from '../self-check/self-check.ts';

export function selfCheckRoutes(
  os: RouterOs,
  { selfCheck }: { readonly selfCheck: SelfCheck },
  guarded: Guarded,
) {
  const { begin, keychain, endure, say, end, run, saveReport } = os.selfCheck;
  return {
    begin: begin.handler(() => selfCheck.begin()),
    keychain: keychain.handler(() => selfCheck.keychain()),
    endure: endure.handler(({ input }) => selfCheck.endure(input.part)),
    say: say.handler(({ input }) => selfCheck.say(input)),
    end: end.handler(() => selfCheck.end()),
    run: run.handler(({ signal, path }) => guarded(path, selfCheck.run(signal))),
    saveReport: saveReport.handler(() => selfCheck.saveReport()),
  };
}
