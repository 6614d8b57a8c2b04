import { commandOf, recordedRequest, type Shell } from '../../../../shared/activity/curl.ts';
import type { CallExchange, RecordedCall } from '../../../../shared/contract/activity.ts';
import { say } from '../../../core/ui/say.ts';

export function copyAsCurl(
  call: RecordedCall,
  exchange: CallExchange,
  shell: Shell = 'bash',
): void {
  navigator.clipboard.writeText(commandOf(shell, recordedRequest(call, exchange))).then(
    () => say('Copied. Set GESSO_API_KEY to your key before you run it.', 'done'),
    () => say('The clipboard is not available.'),
  );
}
