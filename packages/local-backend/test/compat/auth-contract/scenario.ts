import type { Scene } from "./scene.ts";

/** The test checks the response to the last request. */
export type Scenario = (scene: Scene) => Promise<unknown>;
