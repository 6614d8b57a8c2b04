/**
 * Blends a result with the picture below it, locally and for free, with undo.
 * @example
 * const blending = useBlending();
 * void blending.open({ jobId, output: 0 });
 * const open = useBlendState(blending, (state) => state.open);
 * <PictureViewer picture={base} patches={[blendPatch(open)]} overlay={<BlendBrush session={blending} />}
 * />
 * <BlendFields session={blending} commands={FACE_BLEND} hasSoftEdge />
 */
export { BlendBrush } from './BlendBrush.tsx';
export { BlendActions, BlendFields } from './BlendFields.tsx';
export { blendPatch } from './blend-patch.ts';
export type { BlendSession, OpenBlend } from './blend-session.ts';
export { useBlendCommands } from './use-blend-commands.ts';
export { useBlending, useBlendState } from './use-blending.ts';
