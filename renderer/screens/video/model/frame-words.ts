import { LIMITS } from '../../../../shared/api/limits.ts';
import { problemOfPicture } from '../../../../shared/api/picture-problem.ts';
import type { FramePlan } from './frame-plan.ts';

/** A scale this close to 1 makes no visible difference. */
const UNSCALED = 0.005;

export function describeFrame(plan: FramePlan): string {
  const { expected, cutOff, scale, preparation, sent, part } = plan;
  const { width, height } = expected.output;
  const parts: string[] = [];
  if (preparation.padding !== undefined) {
    parts.push(`The whole picture is sent as ${sent.size.width} × ${sent.size.height} px.`);
  } else {
    if (sent.size.width < part.width) {
      const longer = Math.max(sent.size.width, sent.size.height);
      const isAtLimit = longer === problemOfPicture(part, LIMITS.video)?.maxSide;
      const limit = isAtLimit ? ', the most that the service takes' : '';
      parts.push(`Sent as ${sent.size.width} × ${sent.size.height} px${limit}.`);
    }
    const percent = Math.round(cutOff * 100);
    if (percent > 0) parts.push(`${percent} % of the picture is cut off.`);
    if (scale > 1 + UNSCALED) parts.push(`Enlarged to ${Math.round(scale * 100)} %.`);
    if (parts.length === 0) {
      const own = scale < 1 - UNSCALED ? '' : ' at its own size';
      parts.push(`The whole picture is used${own}.`);
    }
  }
  const size = `${width} × ${height} px`;
  parts.push(
    expected.isMeasured ? `Clip: ${size}, like your last ones.` : `Clip: ${size} expected.`,
  );
  return parts.join(' ');
}
