import { os } from '../../service/common/procedures.ts';
import type { SelfCheck } from '../self-check/self-check.ts';

export function selfCheckRoutes({ selfCheck }: { readonly selfCheck: SelfCheck }) {
  const { begin, keychain, endure, say, end, run, saveReport } = os.selfCheck;
  return {
    begin: begin.handler(() => selfCheck.begin()),
    keychain: keychain.handler(() => selfCheck.keychain()),
    endure: endure.handler(({ input }) => selfCheck.endure(input.part)),
    say: say.handler(({ input }) => selfCheck.say(input)),
    end: end.handler(() => selfCheck.end()),
    run: run.handler(({ signal }) => selfCheck.run(signal)),
    saveReport: saveReport.handler(() => selfCheck.saveReport()),
  };
}
