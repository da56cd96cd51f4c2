import { allProjects } from "../../src/session/project-state.js";

/** Deletes the state that all SDK clients of a project share, as after a restart of the process. */
export function forgetProject(url: string): void {
  allProjects().delete(url);
}
