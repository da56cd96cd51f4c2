import type { Scene } from "./scene.ts";

/** Provokes one refusal; the last call it makes is the one that is looked at. */
export type Scenario = (scene: Scene) => Promise<unknown>;
