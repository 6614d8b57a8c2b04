import { formatBytes } from '../../../core/ui/format.ts';
import { COMPARE, TRANSPORT } from '../commands/video-commands.ts';
import { useKeyNames } from '../../../core/commands/shortcut-keys.ts';
import shared from '../../../core/ui/shared.module.css';
import { KeyHint, StatusEnd } from '../../../core/frame/Frame.tsx';
import { describeFrame } from '../model/frame-words.ts';
import { measuresOfClip } from '../model/clip-list.ts';
import { useFramePlan } from '../picture/use-frame-plan.ts';
import type { OpenClip } from '../stage/use-shown-clip.ts';
import { useVideoView } from '../stage/use-video-view.ts';

export function VideoStatus({ shown }: { readonly shown: OpenClip | undefined }) {
  const { shortcutKeys } = useKeyNames();
  const view = useVideoView();
  const plan = useFramePlan();
  if (view === 'picture') {
    return (
      plan && (
        <span role="status" className={shared['cut']}>
          {describeFrame(plan)}
        </span>
      )
    );
  }
  if (view === 'compare') {
    return (
      <StatusEnd>
        <KeyHint keys={shortcutKeys(TRANSPORT.toggle)}>plays</KeyHint>
        <KeyHint keys={shortcutKeys(COMPARE.drop)}>rejects</KeyHint>
      </StatusEnd>
    );
  }
  const output = shown?.output;
  if (output === undefined) return null;
  return (
    <>
      {measuresOfClip(output).map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <span>{formatBytes(output.byteLength)}</span>
      <StatusEnd>
        <KeyHint keys={shortcutKeys(TRANSPORT.toggle)}>plays</KeyHint>
        <KeyHint keys={[TRANSPORT.previousFrame, TRANSPORT.nextFrame].flatMap(shortcutKeys)}>
          frame by frame
        </KeyHint>
        <KeyHint keys={['1–5']}>stars</KeyHint>
      </StatusEnd>
    </>
  );
}
