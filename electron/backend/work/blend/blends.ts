import { stat } from 'node:fs/promises';
import type { JobKindName } from '../../../../shared/contract/job-requests.ts';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import type { Blend } from '../../../../shared/contract/blend.ts';
import { toAppError, type AppError, invalidInput } from '../../../../shared/errors/app-error.ts';
import { SAVED_FORMATS } from '../../../../shared/export/saved-name.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import type { JobStore } from '../jobs/log/job-store.ts';
import { resultGone } from '../../library/patch-store.ts';
import type { ServedFile } from '../../library/served-file.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { os } from '../../service/common/procedures.ts';
import type { BlendKind, BlendTarget } from './blend-kind.ts';
import type { BlendStore } from './blend-store.ts';

/** All reject with `not-found`, or `invalid-input` for a kind that is not blended. */
export function createBlends(deps: {
  readonly jobs: JobStore;
  readonly store: BlendStore;
  readonly kinds: Partial<Readonly<Record<JobKindName, BlendKind>>>;
  readonly ports: Pick<HostPorts, 'saveFile'>;
  readonly log: (line: string) => void;
  /** The default or given folder; `undefined` to ask the user. */
  readonly folder: (into?: string) => string | undefined;
}) {
  const { jobs, store, kinds, ports } = deps;

  function find(reference: OutputReference): BlendTarget & { readonly kind: BlendKind } {
    const job = jobs.get(reference.jobId);
    const output = jobs.output(reference);
    if (job === undefined || output === undefined) throw resultGone();
    const kind = kinds[job.kind];
    if (kind === undefined) throw notBlended();
    return { job, output, kind };
  }

  async function blendOf(target: BlendTarget & { readonly kind: BlendKind }): Promise<Blend> {
    const kept = store.read({ jobId: target.job.id, output: target.output.id });
    return kept ?? (await target.kind.describe(target)).initial;
  }

  const procedures = {
    read: os.blend.read.handler(async ({ input }) => {
      const target = find(input);
      const described = await target.kind.describe(target);
      return { ...described, blend: store.read(input) ?? described.initial };
    }),
    save: os.blend.save.handler(({ input: { blend, ...output } }) => {
      find(output);
      store.save(output, blend);
    }),
    saveFile: os.blend.saveFile.handler(async ({ input: options }) => {
      const target = find(options);
      const { stem, write } = target.kind.file(target, await blendOf(target), options);
      const { extension, mediaType } = SAVED_FORMATS[options.format];
      return await saveByHost(ports, {
        suggestedName: `${stem}.${extension}`,
        mediaType,
        folder: deps.folder(options.into),
        write,
      });
    }),
    toStudio: os.blend.toStudio.handler(async ({ input }) => {
      const target = find(input);
      if (target.kind.toStudio === undefined) throw notBlended();
      return await target.kind.toStudio(target, await blendOf(target));
    }),
  };

  return {
    procedures,
    /** Ignores other kinds. Never fails. */
    prepare(jobId: string): void {
      const job = jobs.get(jobId);
      const [output] = jobs.outputs(jobId);
      const kind = job && kinds[job.kind];
      if (job === undefined || output === undefined || kind === undefined) return;
      kind.layer({ job, output }).catch((error: unknown) => {
        // The request for the picture gets the error.
        deps.log(`blend: a layer could not be made: ${toAppError(error).message}`);
      });
    },
    async picture(
      which: 'blend-layers' | 'blend-bases',
      output: OutputReference,
    ): Promise<ServedFile> {
      const target = find(output);
      const make = which === 'blend-layers' ? target.kind.layer : target.kind.base;
      if (make === undefined) throw resultGone();
      const path = await make(target);
      return { path, byteLength: (await stat(path)).size, mediaType: 'image/png' };
    },
  };
}

function notBlended(): AppError {
  return invalidInput('Only results of Faces and Upscale can be blended with their picture.');
}
