/**
 * Mixes a result with the picture below it, locally and for free, with undo.
 * @example
 * const mixing = useMixing();
 * void mixing.open({ jobId, output: 0 });
 * const open = useMixState(mixing, (state) => state.open);
 * <PictureViewer picture={base} patches={[mixPatch(open)]} overlay={<MixBrush session={mixing} />}
 * />
 * <MixFields session={mixing} commands={FACE_MIX} hasSoftEdge />
 */
export { MixBrush } from './MixBrush.tsx';
export { MixActions, MixFields } from './MixFields.tsx';
export { mixPatch } from './mix-patch.ts';
export type { MixSession, MixState, OpenMix } from './mix-session.ts';
export { useMixCommands } from './use-mix-commands.ts';
export { useMixing, useMixState } from './use-mixing.ts';
