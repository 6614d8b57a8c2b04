import { os } from '../../service/common/procedures.ts';
import type { RouterDeps } from './router-deps.ts';

export function activityRoutes({ activity }: RouterDeps) {
  return {
    activity: {
      list: os.activity.list.handler(({ input }) => activity.list(input)),
      read: os.activity.read.handler(({ input }) => activity.read(input.callId)),
      usage: os.activity.usage.handler(() => activity.usage()),
      clear: os.activity.clear.handler(() => activity.clear()),
      changes: os.activity.changes.handler(({ signal }) => activity.changes(signal)),
      report: os.activity.report.handler(({ input }) => activity.report(input.window)),
      saveReport: os.activity.saveReport.handler(({ input }) =>
        activity.saveReport(input.reportId),
      ),
    },
  };
}
