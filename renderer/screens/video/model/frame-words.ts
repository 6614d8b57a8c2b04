/** The working frame in words. Pure. */
import { LIMITS } from '../../../../shared/api/limits.ts';
import { problemOfPicture } from '../../../../shared/api/picture-problem.ts';
import type { FramePlan } from './frame-plan.ts';

/** A scale within this of 1 is not worth a word. */
const UNSCALED = 0.005;

/** "Cuts off 21 % of the picture, scales it to 42 %. Clip: 1024 × 576 px expected." */
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
    if (Math.abs(scale - 1) > UNSCALED) parts.push(`Scaled to ${formatScale(scale)}.`);
    if (parts.length === 0) parts.push('The whole picture is used at its own size.');
  }
  const size = `${width} × ${height} px`;
  parts.push(
    expected.isMeasured ? `Clip: ${size}, like your last ones.` : `Clip: ${size} expected.`,
  );
  return parts.join(' ');
}

function formatScale(scale: number): string {
  const percent = scale * 100;
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}
