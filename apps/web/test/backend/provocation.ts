import type { CatalogueRow } from "./catalogue";
import type { Firm } from "./firm";
import type { Stage } from "./stage";

/** What the provocations act on. */
export type Scene = { stage: Stage; firm: Firm };

/** A way to a real failure of the running backend. */
export type Provocation = {
  kind: CatalogueRow["kind"];
  /** Code of the catalogue that it must end in. */
  code: string;
  /** Makes it happen; answers what the SDK handed to the app. */
  provoke: (scene: Scene) => Promise<unknown>;
};

/** The error of a call that must fail. */
export async function errorOf(call: PromiseLike<{ error: unknown }>): Promise<unknown> {
  const { error } = await call;
  if (!error) throw new Error("The call was not refused.");
  return error;
}

/** Declares the provocations of one service, in order. */
export function provocations(
  kind: Provocation["kind"],
  ways: Readonly<Record<string, Provocation["provoke"]>>,
): Provocation[] {
  return Object.entries(ways).map(([code, provoke]) => ({ kind, code, provoke }));
}
