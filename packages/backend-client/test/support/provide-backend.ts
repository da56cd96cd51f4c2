import type { TestProject } from "vitest/node";
import { openScene } from "../contract/scene.js";

/** A running backend as a browser test sees it. */
export interface ProvidedBackend {
  url: string;
  anonKey: string;
  people: { id: string; accessToken: string }[];
}

declare module "vitest" {
  interface ProvidedContext {
    backend: ProvidedBackend;
  }
}

/** Starts the local backend for the browser tests and stops it after them. */
export default async function provideBackend(project: TestProject): Promise<() => Promise<void>> {
  const { mia, tom, nobody, close } = await openScene();
  project.provide("backend", {
    url: nobody.url,
    anonKey: nobody.anonKey,
    people: [mia, tom].map(({ id, accessToken }) => ({ id, accessToken })),
  });
  return close;
}
