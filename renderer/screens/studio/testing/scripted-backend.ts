/** A scripted backend for session tests, which records the calls. */
import type { SessionBackend } from '../session/session-deps.ts';

/** One call, e.g. `{ path: 'cleanup.run', input: { photoId: 'photo' } }`. */
export interface RecordedCall {
  readonly path: string;
  readonly input: unknown;
}

type Call = (...input: never[]) => unknown;
type InputOf<Procedure> = Procedure extends (...input: infer Input) => unknown ? Input[0] : never;
/** Accepts any stream of the same values. */
type OutputOf<Procedure extends Call> =
  Awaited<ReturnType<Procedure>> extends AsyncIterable<infer Piece>
    ? AsyncIterable<Piece>
    : Awaited<ReturnType<Procedure>>;

/** Answers by group and procedure. An answer that throws rejects the call. */
export type Script = {
  readonly [Group in keyof SessionBackend]?: {
    readonly [Name in keyof SessionBackend[Group]]?: SessionBackend[Group][Name] extends Call
      ? (
          input: InputOf<SessionBackend[Group][Name]>,
        ) => OutputOf<SessionBackend[Group][Name]> | Promise<OutputOf<SessionBackend[Group][Name]>>
      : never;
  };
};

/** Merges scripts; later ones win for each procedure. */
export function joinScripts(...scripts: readonly Script[]): Script {
  const joined: Record<string, object> = {};
  for (const script of scripts) {
    for (const [group, answers] of Object.entries(script)) {
      joined[group] = { ...joined[group], ...answers };
    }
  }
  return joined;
}

/** Rejects calls without an answer in the script, naming the procedure. */
export function createScriptedBackend(script: Script, calls: RecordedCall[]): SessionBackend {
  const answers = script as Record<string, Record<string, (input: unknown) => unknown>>;
  const group = (groupName: string): object =>
    new Proxy(
      {},
      {
        get: (_, name) => async (input: unknown) => {
          const path = `${groupName}.${String(name)}`;
          calls.push({ path, input });
          const answer = answers[groupName]?.[String(name)];
          if (answer === undefined) throw new Error(`The script has no answer to ${path}.`);
          return answer(input);
        },
      },
    );
  return new Proxy({}, { get: (_, name) => group(String(name)) }) as SessionBackend;
}
