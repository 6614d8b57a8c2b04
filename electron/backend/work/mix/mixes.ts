import { stat } from 'node:fs/promises';
import type { JobKindName } from '../../../../shared/contract/job-requests.ts';
import type { OutputReference } from '../../../../shared/contract/jobs.ts';
import type { Mix } from '../../../../shared/contract/mix.ts';
import { AppError, toAppError } from '../../../../shared/errors/app-error.ts';
import { SAVED_FORMATS } from '../../../../shared/export/saved-name.ts';
import { saveByHost } from '../../service/common/save-by-host.ts';
import type { JobStore } from '../jobs/log/job-store.ts';
import { resultGone } from '../../library/patch-store.ts';
import type { ServedFile } from '../../library/served-file.ts';
import type { HostPorts } from '../../service/common/ports.ts';
import { os } from '../../service/common/procedures.ts';
import type { MixKind, MixTarget } from './mix-kind.ts';
import type { MixStore } from './mix-store.ts';

/** All reject with `not-found`, or `invalid-input` for a kind that is not blended. */
export type Mixes = ReturnType<typeof createMixes>;

export function createMixes(deps: {
  readonly jobs: Pick<JobStore, 'get' | 'outputs'>;
  readonly store: MixStore;
  readonly kinds: Partial<Readonly<Record<JobKindName, MixKind>>>;
  readonly ports: Pick<HostPorts, 'saveFile'>;
  readonly log: (line: string) => void;
  /** The default or given folder; `undefined` to ask the user. */
  readonly folder: (into?: string) => string | undefined;
}) {
  const { jobs, store, kinds, ports } = deps;

  function find({ jobId, output }: OutputReference): MixTarget & { readonly kind: MixKind } {
    const job = jobs.get(jobId);
    const found = jobs.outputs(jobId).find(({ id }) => id === output);
    if (job === undefined || found === undefined) throw resultGone();
    const kind = kinds[job.kind];
    if (kind === undefined) throw notMixed();
    return { job, output: found, kind };
  }

  async function mixOf(target: MixTarget & { readonly kind: MixKind }): Promise<Mix> {
    const kept = store.read({ jobId: target.job.id, output: target.output.id });
    return kept ?? (await target.kind.describe(target)).initial;
  }

  const procedures = {
    read: os.mix.read.handler(async ({ input }) => {
      const target = find(input);
      const described = await target.kind.describe(target);
      return { ...described, mix: store.read(input) ?? described.initial };
    }),
    save: os.mix.save.handler(({ input: { mix, ...output } }) => {
      find(output);
      store.save(output, mix);
    }),
    saveFile: os.mix.saveFile.handler(async ({ input: options }) => {
      const target = find(options);
      const { stem, write } = target.kind.file(target, await mixOf(target), options);
      const { extension, mediaType } = SAVED_FORMATS[options.format];
      return await saveByHost(ports, {
        suggestedName: `${stem}.${extension}`,
        mediaType,
        folder: deps.folder(options.into),
        write,
      });
    }),
    toStudio: os.mix.toStudio.handler(async ({ input }) => {
      const target = find(input);
      if (target.kind.toStudio === undefined) throw notMixed();
      return await target.kind.toStudio(target, await mixOf(target));
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
        deps.log(`mix: a layer could not be made: ${toAppError(error).message}`);
      });
    },
    async picture(which: 'mix-layers' | 'mix-bases', output: OutputReference): Promise<ServedFile> {
      const target = find(output);
      const make = which === 'mix-layers' ? target.kind.layer : target.kind.base;
      if (make === undefined) throw resultGone();
      const path = await make(target);
      return { path, byteLength: (await stat(path)).size, mediaType: 'image/png' };
    },
  };
}

function notMixed(): AppError {
  return new AppError({
    kind: 'invalid-input',
    message: 'Only results of Faces and Upscale can be mixed with their picture.',
  });
}
